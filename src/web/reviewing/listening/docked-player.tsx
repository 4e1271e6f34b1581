import { Timer } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { Pressable } from '#web/ui/controls/pressable.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { MinuteChoice } from './minute-choice.tsx';
import { isChoiceOffered } from './minute-choice-offered.ts';
import { MomentButtons, markingOf } from './moment-buttons.tsx';
import type { Listening } from './use-listening.ts';

interface DockedPlayerProps {
  listening: Listening;
  peaks: Peaks;
  durationSeconds: number;
  /** Null while notes are not possible. */
  addNote: (() => void) | null;
  isNoteDisabled?: boolean;
  write: () => void;
  marksNothing?: boolean;
}

/**
 * The player's controls while any of them is cut off: at the lower edge of the visible area, above a phone's keyboard. It
 * takes no focus, so that the keyboard stays. At the end of the page it is below the text, not over it.
 */
export function DockedPlayer(props: DockedPlayerProps) {
  const { listening, peaks, durationSeconds, addNote, write } = props;
  const { isNoteDisabled = false, marksNothing = false } = props;
  const { player } = listening;
  useKeyboardInset();
  return (
    <>
      {/* Not a margin: a sticky element stays that far below the start of the page. */}
      <div className="h-29 lg:h-5" />
      <div className="@container sticky bottom-(--keyboard-inset) z-20 -mx-4 h-0 md:mx-0">
        <section
          aria-label="Docked player"
          data-docked
          className="absolute inset-x-0 bottom-0 grid gap-2 border-t border-line bg-panel p-2 @max-2xs:gap-1 @max-2xs:p-1 md:border-x @5xl:grid-cols-[minmax(0,1fr)_auto] @5xl:items-center @5xl:gap-4"
        >
          <div className="flex min-w-0 items-center gap-3">
            <PlayButton
              size="small"
              label={player.isPlaying ? 'Stop the music' : 'Start the music'}
              isPlaying={player.isPlaying}
              onPress={player.toggle}
              keepsFocus
            />
            <SeekStrip
              peaks={peaks}
              share={player.position / durationSeconds}
              seek={seekBy(listening, durationSeconds)}
            />
            <span className="tabular shrink-0 text-sm @max-2xs:hidden">
              {formatDuration(player.position)}
            </span>
            {addNote !== null && (
              <Pressable
                keepsFocus
                onPress={addNote}
                isDisabled={isNoteDisabled}
                className="flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border border-rest px-3 text-sm leading-tight font-semibold hover:border-muted hover:bg-raised disabled:border-line disabled:text-muted @max-2xs:w-min @max-2xs:px-1.5"
              >
                <Timer aria-hidden size={18} strokeWidth={1.75} className="max-md:hidden" />
                Note here
              </Pressable>
            )}
          </div>
          {isChoiceOffered(listening) ? (
            <MinuteChoice write={write} keepListening={player.play} />
          ) : (
            !marksNothing && <MomentButtons {...markingOf(listening)} />
          )}
        </section>
      </div>
    </>
  );
}

const seekBy = (listening: Listening, durationSeconds: number) => (share: number) =>
  listening.player.seek(share * durationSeconds);

interface SeekStripProps {
  peaks: Peaks;
  /** Played share of the track, 0 to 1. */
  share: number;
  seek: (share: number) => void;
}

/** For pointers only: keyboards and screen readers have the full player's slider. */
function SeekStrip({ peaks, share, seek }: SeekStripProps) {
  const press = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    seek(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  return (
    <div
      aria-hidden
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
      className="min-w-0 grow cursor-pointer"
    >
      <WaveformStrip peaks={peaks} progress={Math.min(1, share)} height={40} />
    </div>
  );
}

/** Sets `--keyboard-inset` to the height that a phone's keyboard covers. */
function useKeyboardInset(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const view = window.visualViewport;
    const measure = () => {
      const covered = view === null ? 0 : window.innerHeight - view.height - view.offsetTop;
      // A zoomed-in page only shows a part of itself, and one that is wider than the screen is zoomed out; nothing covers the rest.
      const inset = view !== null && view.scale !== 1 ? 0 : Math.max(0, covered);
      style.setProperty('--keyboard-inset', `${Math.round(inset)}px`);
    };
    measure();
    view?.addEventListener('resize', measure);
    view?.addEventListener('scroll', measure);
    return () => {
      view?.removeEventListener('resize', measure);
      view?.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard-inset');
    };
  }, []);
}
