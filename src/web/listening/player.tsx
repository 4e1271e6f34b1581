import { RotateCcw, RotateCw } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { requiredListeningSeconds, secondsToUnlock, skipStepSeconds } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/listening.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Lights } from '#web/ui/music/lights.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { usePlayerKeys } from './player-keys.ts';
import type { Listening } from './use-listening.ts';
import type { Player as PlayerState } from './use-player.ts';

const VolumeSlider = lazy(async () => ({ default: (await import('./volume-slider.tsx')).VolumeSlider }));

export interface PlayerProps {
  track: ServedTrack;
  peaks: Peaks;
  listening: Listening;
  /** Seconds at which the listener has made a note. */
  moments: readonly number[];
}

/** Waveform with the gate, controls and the sixty lights of one served track. */
export function Player({ track, peaks, listening, moments }: PlayerProps) {
  const { player, unlocked } = listening;
  const skip = (seconds: number) => player.seek(player.position + seconds);
  usePlayerKeys({ toggle: player.toggle, skip });
  return (
    <section aria-label="Player" className="grid gap-x-8 gap-y-2">
      <Waveform
        peaks={peaks}
        duration={track.durationSeconds}
        position={player.position}
        onSeek={player.seek}
        label="Seek"
        mark={30}
        moments={moments}
        gate={{ at: requiredListeningSeconds, caption: 'review unlocks', isOpen: unlocked }}
        height={140}
      />
      <div className="grid items-center gap-x-8 gap-y-2 pt-4 md:grid-cols-[1fr_20rem]">
        <Controls player={player} skip={skip} durationSeconds={track.durationSeconds} />
        <HeardLights listening={listening} />
      </div>
      <PlayerNotice listening={listening} />
    </section>
  );
}

interface ControlsProps {
  player: PlayerState;
  skip: (seconds: number) => void;
  durationSeconds: number;
}

function Controls({ player, skip, durationSeconds }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="flex items-center gap-2">
        <IconButton label={`Back ${skipStepSeconds} seconds`} onPress={() => skip(-skipStepSeconds)}>
          <RotateCcw aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
        <PlayButton
          label={player.isPlaying ? 'Pause' : 'Play'}
          isPlaying={player.isPlaying}
          onPress={player.toggle}
        />
        <IconButton label={`Forward ${skipStepSeconds} seconds`} onPress={() => skip(skipStepSeconds)}>
          <RotateCw aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
      </div>
      <span className="tabular ms-2 text-lg text-muted">
        <span className="font-semibold text-text">{formatDuration(player.position)}</span>
        {` / ${formatDuration(durationSeconds)}`}
      </span>
      <Suspense fallback={<span className="h-11 w-39" />}>
        <VolumeSlider volume={player.volume} onChange={player.setVolume} />
      </Suspense>
    </div>
  );
}

function HeardLights({ listening: { listenedSeconds, unlocked } }: { listening: Listening }) {
  const missing = secondsToUnlock(listenedSeconds);
  return (
    <Lights
      label="Seconds heard"
      count={requiredListeningSeconds}
      lit={listenedSeconds}
      tone={unlocked ? 'earned' : 'act'}
      valueText={`${listenedSeconds} of ${requiredListeningSeconds} seconds heard`}
      start={unlocked ? 'Review unlocked' : `${missing} s to go`}
      end={`${listenedSeconds} / ${requiredListeningSeconds} s heard`}
    />
  );
}

/** What stands in the way of hearing or counting. The place is kept, so nothing jumps. */
function PlayerNotice({ listening }: { listening: Listening }) {
  const { player } = listening;
  const isStuck = player.failure !== null || player.isStalled;
  return (
    <div aria-live="polite" className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
      {notice(listening)}
      {isStuck && (
        <Button variant="quiet" size="small" onPress={player.retry} isPending={player.isRefreshing}>
          Retry
        </Button>
      )}
    </div>
  );
}

function notice({ player, playedHidden, isCutOff, repeats }: Listening): ReactNode {
  if (player.failure !== null) return <p className="font-medium text-rose">{player.failure}</p>;
  if (player.isStalled)
    return <p className="font-medium text-rose">The sound has stopped arriving. Check your connection.</p>;
  if (isCutOff)
    return (
      <p className="font-medium text-rose">
        No connection: what plays now may not count. Nothing that counted is lost, and your words are kept.
      </p>
    );
  if (repeats) return <p className="text-muted">You have heard this part. Each second counts once.</p>;
  if (playedHidden)
    return (
      <p className="text-muted">
        Seconds count only while this tab is visible. What played while it was hidden did not count.
      </p>
    );
  return null;
}
