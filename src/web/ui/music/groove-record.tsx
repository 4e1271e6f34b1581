import { useId, useMemo, useState } from 'react';
import { drawRecordOf } from './draw-record.ts';
import type { Peaks } from './peaks.ts';
import { inksFor } from './record-inks.ts';
import { useCanvas } from './use-canvas.ts';

export interface GrooveRecordProps {
  /** Determines the inks. */
  id: string;
  peaks: Peaks;
  isPlaying?: boolean;
  /** A short text around the label. */
  ring?: string;
  /** Draws a square of the second ink behind it, as a cover. */
  square?: boolean;
}

function Ring({ text, ink }: { text: string; ink: string }) {
  const circle = useId();
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <path id={circle} d="M50 40.6a9.4 9.4 0 1 1-.01 0z" fill="none" />
      <text fill={ink} fontSize="3.1" fontWeight="700" letterSpacing=".35">
        <textPath href={`#${circle}`}>{text.toUpperCase()}</textPath>
      </text>
    </svg>
  );
}

/** A track's drawn cover: its own groove. Fills its container's width and turns while playing. Decorative. */
export function GrooveRecord({ id, peaks, isPlaying = false, ring, square = false }: GrooveRecordProps) {
  const inks = inksFor(id);
  const draw = useMemo(() => drawRecordOf(id, peaks), [id, peaks]);
  const canvas = useCanvas(draw);
  const [hasTurned, setTurned] = useState(isPlaying);
  if (isPlaying && !hasTurned) setTurned(true);
  return (
    <div
      aria-hidden
      className="record"
      data-turned={hasTurned || undefined}
      data-playing={isPlaying || undefined}
      data-square={square || undefined}
      style={square ? { background: inks.groove } : {}}
    >
      <div className="record-disc">
        <canvas ref={canvas} />
        {ring !== undefined && <Ring text={ring} ink={inks.disc} />}
      </div>
    </div>
  );
}
