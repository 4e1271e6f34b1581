import { scaleSteps } from '#contract/music/questions/question-rules.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';

/** The possible answers. */
const answersText = ({ kind, choices }: Pick<AskedQuestion, 'kind' | 'choices'>): string =>
  ({ choice: choices.join(' / '), scale: `1 to ${scaleSteps}`, line: 'One line, optional' })[kind];

/** The artist's questions, shown before the music plays. */
export function QuestionsAhead({ questions }: { questions: readonly AskedQuestion[] }) {
  return (
    <section
      aria-labelledby="questions-ahead"
      className="grid gap-2 border-s-2 border-brass-mark ps-4 wrap-anywhere"
    >
      <h2 id="questions-ahead" className="text-lg">
        The artist asks
      </h2>
      <ol className="grid list-decimal gap-1 ps-5">
        {questions.map(({ id, kind, question, choices, atSecond }) => (
          <li key={id}>
            <div className="flex items-start justify-between gap-x-4">
              <p>
                {question}
                {atSecond !== null && (
                  <span className="tabular text-muted"> At {formatDuration(atSecond)}.</span>
                )}
                <span className="block text-muted">{answersText({ kind, choices })}</span>
              </p>
              <span className="-my-2.5 lg:my-0">
                <ReportButton kind="question" thingId={id} name={`the question “${question}”`} />
              </span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
