import { genreLabel } from '#contract/business-rules.ts';
import { scaleSteps } from '#contract/music/questions/question-rules.ts';
import type {
  Answered,
  ByTaste,
  QuestionResult,
  TrackQuestions as Results,
} from '#contract/music/questions/questions.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { TakenDown } from '#web/reporting/taken-down.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { groupLines, splitText } from './answers-in-words.ts';
import type { Asking } from './question-draft.ts';
import { useQuestions } from './questions-queries.ts';
import { tasteText } from './taste-text.ts';

interface TrackQuestionsProps {
  trackId: string;
  /** Null for a track that listeners no longer get. */
  onAsk: ((about: Asking) => void) | null;
  onPlay: (second: number) => void;
}

/** The questions about the user's own track with listeners' answers, and its stars by taste. */
export function TrackQuestions({ trackId, onAsk, onPlay }: TrackQuestionsProps) {
  const { data: results, isError, error, isFetching, refetch } = useQuestions(trackId);
  if (results === undefined && isError)
    return (
      <LoadFailure title="Your questions did not load" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureText(error)}
      </LoadFailure>
    );
  if (results === undefined) return <Skeleton className="h-40 w-full" label="Loading your questions" />;
  const { questions } = results;
  return (
    <section
      aria-labelledby="track-questions"
      className={`grid gap-5 ${questions.length === 0 ? 'not-on-paper' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="track-questions" className="text-2xl">
          Questions
        </h2>
        {onAsk !== null && (
          <span className="not-on-paper">
            <Button
              variant="quiet"
              size="small"
              onPress={() => onAsk(questions.length === 0 ? 'track' : 'saved')}
            >
              {questions.length === 0 ? 'Ask listeners' : 'Change'}
            </Button>
          </span>
        )}
      </div>
      {questions.length === 0 && (
        <p className="max-w-prose text-muted">
          {onAsk !== null
            ? 'Ask up to three things. Listeners see them before they press play and answer with their review.'
            : 'You didn’t ask anything about this track.'}
        </p>
      )}
      {questions.length > 0 && (
        <ul className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
          {questions.map((question) => (
            <Question key={question.id} question={question} results={results} onPlay={onPlay} />
          ))}
        </ul>
      )}
      <RatingsByTaste results={results} />
    </section>
  );
}

function RatingsByTaste({ results: { ratings, genre, splitNewest } }: { results: Results }) {
  if (ratings === null) return null;
  return (
    <p>
      <span className="font-semibold">Stars by taste: </span>
      <span>{tasteText(ratings, genre)}</span>
      <span className="block max-w-prose text-sm text-muted">
        We find {genreLabel(genre)} listeners by their favorite genres, stars and unpaid seconds.
        {splitNewest !== null && ` These are the newest ${splitNewest} reviews.`}
      </span>
    </p>
  );
}

const answersText = (people: number): string =>
  people === 0 ? 'No answers yet' : people === 1 ? '1 answer' : `${people} answers`;

interface QuestionProps {
  question: QuestionResult;
  results: Pick<Results, 'genre' | 'splitNewest'>;
  onPlay: (second: number) => void;
}

function Question({ question, results: { genre, splitNewest }, onPlay }: QuestionProps) {
  const { kind, choices, all, byTaste, lines, atSecond } = question;
  const split = splitText(question);
  const groups = groupLines(lines);
  const labels = kind === 'scale' ? Array.from({ length: scaleSteps }, (_, step) => `${step + 1}`) : choices;
  return (
    <li className="grid content-start gap-2 wrap-anywhere">
      <h3 className="text-lg wrap-anywhere">{question.question}</h3>
      {question.takedown !== null && <TakenDown takedown={question.takedown} />}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>
          {answersText(all.people)}
          {all.mean !== null && `, ${all.mean.toFixed(1)} on average`}
        </span>
        {atSecond !== null && (
          <button
            type="button"
            onClick={() => onPlay(atSecond)}
            className="tabular lone-link min-h-6 cursor-pointer text-brass-ink underline underline-offset-4"
          >
            At {formatDuration(atSecond)}
          </button>
        )}
      </p>
      {split !== null && <p className="font-semibold">{split}</p>}
      {labels.length > 0 && <Counts labels={labels} all={all} byTaste={byTaste} genre={genre} />}
      {byTaste?.listeners.mean != null && <p className="text-sm">{tasteText(byTaste, genre)}</p>}
      {byTaste !== null && splitNewest !== null && (
        <p className="text-sm text-muted">The split covers the newest {splitNewest} reviews.</p>
      )}
      {lines.length > 0 && lines.length < all.people && (
        <p className="text-sm text-muted">The newest {lines.length}:</p>
      )}
      {lines.length > 0 && (
        <ul className="relative grid max-h-60 gap-1 overflow-y-auto">
          {groups.map(({ line, listenerNames }) => (
            <li key={line}>
              {line}
              <span className="text-sm text-muted">
                {listenerNames.length > 1 ? `, ${listenerNames.length} times` : ` ${listenerNames.join('')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface CountsProps {
  labels: readonly string[];
  all: Answered;
  byTaste: ByTaste;
  genre: Results['genre'];
}

function Counts({ labels, all, byTaste, genre }: CountsProps) {
  const most = Math.max(1, ...all.counts);
  return (
    <table className="tabular w-full text-sm">
      <thead className={byTaste === null ? 'sr-only' : 'text-muted'}>
        <tr>
          <th scope="col" className="text-start font-medium">
            <span className="sr-only">Answer</span>
          </th>
          <td className={byTaste === null ? '' : 'max-sm:hidden'} />
          <th scope="col" className="ps-4 text-end font-medium">
            All
          </th>
          {byTaste !== null && (
            <>
              <th scope="col" className="ps-4 text-end font-medium">
                {genreLabel(genre)}
              </th>
              <th scope="col" className="ps-4 text-end font-medium">
                Others
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, place) => (
          <tr key={label}>
            <th scope="row" className="py-1 pe-3 text-start font-medium">
              <span
                className={`block wrap-anywhere sm:w-max sm:max-w-40 ${byTaste === null ? 'w-max max-w-32' : ''}`}
              >
                {label}
              </span>
            </th>
            <td aria-hidden className={`w-full py-1 ${byTaste === null ? '' : 'max-sm:hidden'}`}>
              <div
                className="h-2.5 bg-brass-mark"
                style={{ width: `${((all.counts[place] ?? 0) / most) * 100}%` }}
              />
            </td>
            <td className="py-1 ps-3 text-end whitespace-nowrap">{all.counts[place]}</td>
            {byTaste !== null && (
              <>
                <td className="py-1 text-end whitespace-nowrap">{byTaste.listeners.counts[place]}</td>
                <td className="py-1 text-end whitespace-nowrap">{byTaste.others.counts[place]}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
