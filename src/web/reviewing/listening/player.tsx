import { RotateCcw, RotateCw } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { requiredListeningSeconds, secondsToUnlock, skipStepSeconds } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { lazyPart } from '#web/ui/display/lazy-part.tsx';
import { useCutAtFoot } from '#web/ui/display/use-out-of-view.ts';
import { Lights } from '#web/ui/music/lights.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { MinuteChoice } from './minute-choice.tsx';
import { isChoiceOffered, isStuck } from './minute-choice-offered.ts';
import { MomentButtons } from './moment-buttons.tsx';
import { OwnMomentMarks } from './own-moment-marks.tsx';
import { usePlayerKeys } from './player-keys.ts';
import type { Listening } from './use-listening.ts';

const VolumeSlider = lazyPart(async () => (await import('./volume-slider.tsx')).VolumeSlider);

export interface PlayerProps {
  track: ServedTrack;
  peaks: Peaks;
  listening: Listening;
  /** Seconds with a note of the listener. */
  moments: readonly number[];
  /** Moves to the review. */
  write: () => void;
  /** The player docks when this element is out of sight. */
  controls?: Ref<HTMLDivElement>;
  /** The docked player has the thumb controls. */
  isDocked?: boolean;
  /** Switches between two versions that are compared. */
  sides?: ReactNode;
  /** Two versions are compared, and marks are not allowed before the choice. */
  marksNothing?: boolean;
}

/** The waveform with the gate, the controls and the sixty lights of a served track. */
export function Player(props: PlayerProps) {
  const { track, peaks, listening, moments, write, controls, sides } = props;
  const { isDocked = false, marksNothing = false } = props;
  const { player, unlocked, mark } = listening;
  const skip = (seconds: number) => player.seek(player.position + seconds);
  const [playRow, setPlayRow] = useState<HTMLDivElement | null>(null);
  usePlayerKeys({ toggle: player.toggle, skip, mark: marksNothing ? doNothing : mark });
  return (
    <section aria-label="Player" className="grid gap-x-8 gap-y-2">
      <div className="relative">
        <Waveform
          peaks={peaks}
          duration={track.durationSeconds}
          position={player.position}
          onSeek={player.seek}
          label="Seek"
          mark={30}
          moments={moments}
          {...(track.isUnpaid || track.comparison !== null
            ? {} // Two versions unlock by the seconds of each, so there is no single position.
            : { gate: { at: requiredListeningSeconds, caption: 'review unlocks', isOpen: unlocked } })}
          height={140}
        />
        <OwnMomentMarks moments={listening.moments} durationSeconds={track.durationSeconds} />
      </div>
      {sides}
      <div ref={controls} className="grid items-center gap-x-8 gap-y-2 pt-4 md:grid-cols-[1fr_20rem]">
        <Controls listening={listening} skip={skip} row={setPlayRow} />
        <HeardLights listening={listening} isBlindStill={track.comparison?.choice === null} />
      </div>
      {!marksNothing && <Thumbs listening={listening} write={write} isDocked={isDocked} playRow={playRow} />}
      <PlayerNotice listening={listening} />
    </section>
  );
}

const doNothing = () => undefined;

interface ControlsProps {
  listening: Listening;
  skip: (seconds: number) => void;
  row: Ref<HTMLDivElement>;
}

function Controls({ listening: { player, durationSeconds }, skip, row }: ControlsProps) {
  return (
    <div ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-1">
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
      {/* Phones have volume keys. */}
      <div className="max-md:hidden">
        <Suspense fallback={<span className="block h-11 w-39" />}>
          <VolumeSlider volume={player.volume} onChange={player.setVolume} />
        </Suspense>
      </div>
    </div>
  );
}

interface HeardLightsProps {
  listening: Listening;
  /** No review can be sent before the choice between two versions. */
  isBlindStill: boolean;
}

function HeardLights({ listening: { listenedSeconds, unlocked, isUnpaid }, isBlindStill }: HeardLightsProps) {
  if (isUnpaid) return null;
  const missing = secondsToUnlock(listenedSeconds);
  const unlockedText = isBlindStill ? null : 'Review unlocked';
  return (
    <Lights
      label="Seconds heard"
      count={requiredListeningSeconds}
      lit={listenedSeconds}
      tone={unlocked ? 'earned' : 'act'}
      valueText={`${listenedSeconds} of ${requiredListeningSeconds} seconds heard`}
      start={unlocked ? unlockedText : `${missing} s to go`}
      end={`${listenedSeconds} / ${requiredListeningSeconds} s heard`}
    />
  );
}

/** Heights in pixels of the marks at a phone's lower edge, and of the choice above them. */
const [markPixels, choicePixels] = [64, 64];

interface ThumbsProps extends Pick<PlayerProps, 'listening' | 'write' | 'isDocked'> {
  playRow: Element | null;
}

/**
 * The thumb controls. On a phone they stay at the lower edge while the player is in sight, unless they would cover
 * Play; the choice covers the lights, which are done by then. On larger screens they have their own space, so nothing
 * moves when they appear.
 */
function Thumbs({ listening, write, isDocked, playRow }: ThumbsProps) {
  const { player, moments, mark } = listening;
  const isOffered = isChoiceOffered(listening);
  const wouldCoverPlay = useCutAtFoot(playRow, isOffered ? markPixels + choicePixels : markPixels);
  return (
    <div
      className={`bottom-0 z-10 bg-ground py-2 md:relative md:z-auto md:pt-4 md:pb-0 ${wouldCoverPlay ? 'relative' : 'sticky'} ${isDocked ? 'invisible' : ''}`}
    >
      <MomentButtons
        moments={moments}
        position={player.position}
        mark={mark}
        isDisabled={!player.isPlaying && player.position === 0}
      />

      {isOffered && (
        <div className="absolute inset-x-0 bottom-full bg-ground pt-2 md:top-full md:bottom-auto">
          <MinuteChoice write={write} keepListening={player.play} />
        </div>
      )}
    </div>
  );
}

/** What prevents playback or counting. The space is reserved, so nothing moves. */
function PlayerNotice({ listening }: { listening: Listening }) {
  const { player } = listening;
  return (
    <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-x-4 text-sm md:min-h-19">
      {isChoiceOffered(listening) ? <p className="sr-only">{minuteOver}</p> : notice(listening)}
      {isStuck(player) && (
        <Button variant="quiet" size="small" onPress={player.retry} isPending={player.isRefreshing}>
          Retry
        </Button>
      )}
    </div>
  );
}

const minuteOver =
  'The music stopped because the paid minute is over. Write your review, or keep listening without pay.';

function notice({ player, playedHidden, isCutOff, repeats }: Listening): ReactNode {
  if (player.failure !== null) return <p className="font-medium text-rose">{player.failure}</p>;
  if (player.isStalled)
    return <p className="font-medium text-rose">The music stopped loading. Check your connection.</p>;
  if (isCutOff)
    return (
      <p className="font-medium text-rose">
        No connection. What plays now may not count. What already counted is safe, and so is your text.
      </p>
    );
  if (playedHidden)
    return (
      <p className="text-muted">
        Seconds count only while this tab is visible. What played while it was hidden didn’t count.
      </p>
    );
  if (repeats) return <p className="text-muted">You already heard this part. Each second counts once.</p>;
  return null;
}
