import type { PromptAnswers, ReviewNote } from '#contract/reviewing/reviews/review-help.ts';
import { prompts } from '#contract/reviewing/reviews/review-prompts.ts';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';
import { PlayTime } from './play-time.tsx';
import { type PlayableTimes, TimedText } from './timed-text.tsx';

export interface ShownHelpProps {
  answers: PromptAnswers;
  notes: readonly ReviewNote[];
  /** Makes times playable, if the track can be played here. */
  playable?: PlayableTimes;
}

/** A review's answers to the prompts and its notes; empty if there are none. */
export function ShownHelp({ answers, notes, playable }: ShownHelpProps) {
  const given = prompts.filter(({ name }) => answers[name] !== null);
  if (given.length === 0 && notes.length === 0) return null;
  return (
    <dl className="grid max-w-prose gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {given.map(({ name, question }) => (
        <div key={name} className="contents">
          <dt className="pt-1 text-muted">{question}</dt>
          <dd dir="auto" className="whitespace-pre-line sm:pt-1">
            {playable === undefined ? answers[name] : <TimedText text={answers[name] ?? ''} {...playable} />}
          </dd>
        </div>
      ))}
      {notes.map(({ atSecond, note }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two notes may be alike
        <div key={place} className="contents">
          <dt className="tabular pt-1 text-brass-ink">
            {playable === undefined ? (
              <>
                <span aria-hidden>{formatDuration(atSecond)}</span>
                <span className="sr-only">At {spokenDuration(atSecond)}</span>
              </>
            ) : (
              <PlayTime time={formatDuration(atSecond)} second={atSecond} onPlay={playable.onPlay} isAlone />
            )}
          </dt>
          <dd className="sm:pt-1">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
