import { scaleSteps } from '#contract/questions/question-rules.ts';
import type { AskedQuestion } from '#contract/questions/questions.ts';
import { ReportButton } from '#web/report-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';

/** What the artist will ask, before the music plays. */
export function QuestionsAhead({ questions }: { questions: readonly AskedQuestion[] }) {
  return (
    <section aria-labelledby="questions-ahead" className="grid gap-2 border-s-2 border-brass-mark ps-4">
      <h2 id="questions-ahead" className="text-lg">
        The artist asks
      </h2>
      <ol className="grid list-decimal gap-1 ps-5">
        {questions.map(({ id, kind, question, choices, atSecond }) => (
          <li key={id}>
            {question}
            <span className="text-muted">
              {choices.length > 0 && ` ${choices.join(' / ')}`}
              {kind === 'scale' && ` 1 to ${scaleSteps}`}
              {atSecond !== null && <span className="tabular"> · at {formatDuration(atSecond)}</span>}
            </span>{' '}
            <ReportButton kind="question" thingId={id} name={`the question “${question}”`} />
          </li>
        ))}
      </ol>
    </section>
  );
}
