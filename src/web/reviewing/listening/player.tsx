import { RotateCcw, RotateCw } from 'lucide-react';
import { type ReactNode, type Ref, Suspense } from 'react';
import { requiredListeningSeconds, secondsToUnlock, skipStepSeconds } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { lazyPart } from '#web/ui/display/lazy-part.tsx';
import { Lights } from '#web/ui/music/lights.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { MinuteChoice } from './minute-choice.tsx';
import { isChoiceOffered, isStuck } from './minute-choice-offered.ts';
import { MomentButtons, markingOf } from './moment-buttons.tsx';
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
  /** The player docks when any part of this element is cut off. */
  acts?: Ref<HTMLDivElement>;
  /** The docked player has what is pressed. */
  isDocked?: boolean;
  /** The versions that are compared: buttons to switch between them, and before the choice that. */
  sides?: ReactNode;
  /** Marks are not allowed: before the choice between two versions, and on the former one. */
  marksNothing?: boolean;
}

/** The waveform with the gate, the controls and the sixty lights of a served track. */
export function Player(props: PlayerProps) {
  const { track, peaks, listening, moments, write, acts, sides } = props;
  const { isDocked = false, marksNothing = false } = props;
  const { player, unlocked, mark } = listening;
  const isBlindStill = track.comparison?.choice === null;
  const skip = (seconds: number) => player.seek(player.position + seconds);
  usePlayerKeys({ toggle: player.toggle, skip, mark: marksNothing ? doNothing : mark });
  return (
    <section aria-label="Player" className="@container grid grid-cols-[minmax(0,1fr)] md:gap-y-2">
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
          height={waveformHeight}
        />
        <OwnMomentMarks moments={listening.moments} durationSeconds={track.durationSeconds} />
      </div>
      <div
        ref={acts}
        {...(isBlindStill ? { 'data-docked': true } : {})}
        className={`grid items-center gap-x-8 gap-y-2 pb-2 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] md:pt-2 ${isBlindStill ? 'sticky bottom-0 z-10 bg-ground' : ''} ${isDocked ? dockedBelow : ''}`}
      >
        <Controls listening={listening} skip={skip} />
        <HeardLights listening={listening} isBlindStill={isBlindStill} />
        {sides && <div className="md:col-span-2">{sides}</div>}
        {!marksNothing && (
          <div className={`relative md:col-span-2 md:pb-18 ${isDocked ? 'invisible' : ''}`}>
            <MomentButtons {...markingOf(listening)} />
            {isChoiceOffered(listening) && (
              // On a phone over the lights, which are done by then; otherwise there is space for it. So nothing moves.
              <div className="absolute inset-x-0 bottom-full bg-ground pb-2 md:bottom-0 md:pb-0">
                <MinuteChoice write={write} keepListening={player.play} />
              </div>
            )}
          </div>
        )}
      </div>
      <PlayerNotice listening={listening} />
    </section>
  );
}

const doNothing = () => undefined;

/** A phone has no space for two players. What has a keyboard's focus is seen. */
const dockedBelow = 'max-md:pointer-events-none max-md:not-has-focus-visible:opacity-0';

/** Shorter on a phone, so that what is pressed fits below it. */
const waveformHeight = 'clamp(80px, 17vh, 140px)';

interface ControlsProps {
  listening: Listening;
  skip: (seconds: number) => void;
}

function Controls({ listening: { player, durationSeconds }, skip }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="flex flex-wrap items-center gap-2">
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
  /** No review can be sent before the choice between two versions. On a phone, each has its seconds on its button. */
  isBlindStill: boolean;
}

function HeardLights({ listening: { listenedSeconds, unlocked, isUnpaid }, isBlindStill }: HeardLightsProps) {
  if (isUnpaid) return null;
  const missing = secondsToUnlock(listenedSeconds);
  const unlockedText = isBlindStill ? null : 'Review unlocked';
  return (
    <div className={isBlindStill ? 'max-md:hidden' : ''}>
      <Lights
        label="Seconds heard"
        count={requiredListeningSeconds}
        lit={listenedSeconds}
        tone={unlocked ? 'earned' : 'act'}
        valueText={`${listenedSeconds} of ${requiredListeningSeconds} seconds heard`}
        start={unlocked ? unlockedText : `${missing} s to go`}
        end={`${listenedSeconds} / ${requiredListeningSeconds} s heard`}
      />
    </div>
  );
}

/** What prevents playback or counting. The space is reserved, so nothing moves. */
function PlayerNotice({ listening }: { listening: Listening }) {
  const { player } = listening;
  return (
    <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-x-4 text-sm">
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
