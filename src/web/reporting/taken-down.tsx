import { Suspense, useState } from 'react';
import { takedownReasons } from '#contract/report-reasons.ts';
import type { Takedown } from '#contract/takedown.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TimeAgo } from '../ui/display/time-ago.tsx';

const AnswerTakedown = lazyPart(
  async () => (await import('./answer-takedown.tsx')).AnswerTakedown,
  MissingPart,
);

/** Why something of the user's was taken down, with the one answer. */
export function TakenDown({ takedown }: { takedown: Takedown }) {
  const { reason, sentence, takenAt, answer, upheldSentence } = takedown;
  const [isAnswering, setAnswering] = useState(false);
  return (
    <div className="grid max-w-prose justify-items-start gap-2 border-s-2 border-rose ps-4 text-sm">
      <p className="font-semibold text-rose">Taken down. {takedownReasons[reason]}.</p>
      <p dir="auto" className="whitespace-pre-line">
        {sentence}{' '}
        <span className="text-muted">
          <TimeAgo date={takenAt} />
        </span>
      </p>
      {answer === null ? (
        <>
          <Button variant="quiet" size="small" onPress={() => setAnswering(true)}>
            Answer
          </Button>
          <Suspense fallback={null}>
            {isAnswering && <AnswerTakedown takedownId={takedown.id} close={() => setAnswering(false)} />}
          </Suspense>
        </>
      ) : (
        <p className="text-muted">
          You answered:{' '}
          <span dir="auto" className="whitespace-pre-line text-text">
            {answer}
          </span>
        </p>
      )}
      {answer !== null && upheldSentence === null && <p className="text-muted">An admin will read it.</p>}
      {upheldSentence !== null && <p>It stays down. {upheldSentence}</p>}
    </div>
  );
}
