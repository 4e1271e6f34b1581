import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { spokenDuration } from '../display/duration.ts';
import { drawPlayed } from './draw-played.ts';
import type { Peaks } from './peaks.ts';
import { soughtByKey } from './seek-keys.ts';
import { useCanvas } from './use-canvas.ts';
import { type Gate, GateLine, MarkLine, MomentMark } from './waveform-lines.tsx';

export interface WaveformProps {
  peaks: Peaks;
  /** In seconds. */
  duration: number;
  /** In seconds. */
  position: number;
  label: string;
  /** Without it the waveform is not interactive. Also called while dragging. */
  onSeek?: (seconds: number) => void;
  /** The seeking pointer or finger was released. Not called for keys. */
  onPress?: () => void;
  /** The last second heard; the part up to it is tinted. */
  furthest?: number;
  /** Omit it if the track ends before it. */
  gate?: Gate;
  /** A thin line at this second. */
  mark?: number;
  /** Small marks at these seconds, stacked for repeats; explained elsewhere on the page. */
  moments?: readonly number[];
  /** In pixels, or a CSS length. */
  height?: number | string;
  isDisabled?: boolean;
  /** Layers over the bars. */
  children?: ReactNode;
}

const numberOfEach = (moments: readonly number[]): ReadonlyMap<number, number> =>
  moments.reduce((times, at) => times.set(at, (times.get(at) ?? 0) + 1), new Map<number, number>());

function useBars({ peaks, duration, position, furthest = 0 }: WaveformProps) {
  const played = duration > 0 ? Math.min(1, position / duration) : 0;
  const heard = duration > 0 ? Math.min(1, furthest / duration) : 0;
  const draw = useMemo(() => drawPlayed(peaks, played, heard), [peaks, played, heard]);
  return useCanvas(draw);
}

/** An invisible range input over the bars, for native pointer, touch and screen reader support. */
function Seek({ duration, position, label, onSeek, onPress, isDisabled = false }: WaveformProps) {
  if (onSeek === undefined) return null;
  const press = (event: KeyboardEvent) => {
    const sought = soughtByKey(event, position, duration);
    if (sought === null) return;
    event.preventDefault();
    onSeek(sought);
  };
  return (
    <input
      type="range"
      className="seek"
      min={0}
      max={duration}
      step={0.1}
      value={position}
      disabled={isDisabled}
      aria-label={label}
      aria-valuetext={`${spokenDuration(position)} of ${spokenDuration(duration)}`}
      onChange={(event) => onSeek(Number(event.target.value))}
      onKeyDown={press}
      onClick={onPress}
    />
  );
}

/** A track's waveform with the played part in brass; with `onSeek` it is a slider. */
export function Waveform(props: WaveformProps) {
  const { duration, gate, mark, moments = [], height = 140, onSeek, label, children } = props;
  const canvas = useBars(props);
  const picture = onSeek === undefined ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <div className="waveform relative" style={{ height }}>
      <canvas ref={canvas} {...picture} className="absolute inset-0 size-full" />
      {children}
      {mark !== undefined && mark < duration && <MarkLine at={mark} duration={duration} />}
      {gate !== undefined && gate.at <= duration && <GateLine gate={gate} duration={duration} />}
      {[...numberOfEach(moments)].map(([at, times]) => (
        <MomentMark key={at} at={at} duration={duration} times={times} />
      ))}
      <Seek {...props} />
    </div>
  );
}
