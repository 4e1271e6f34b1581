import { commentLength } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { Button } from '#web/ui/controls/button.tsx';

export interface WordsSetAsideProps {
  words: string;
  draft: ReviewDraft;
  change: (part: Partial<ReviewDraft>) => void;
}

/** Text of this review from another device or tab, until the listener decides. */
export function WordsSetAside({ words, draft, change }: WordsSetAsideProps) {
  const together = draft.comment.trim() === '' ? words : `${draft.comment}\n\n${words}`;
  return (
    <section
      aria-label="Written elsewhere"
      className="grid justify-items-start gap-2 border-s-2 border-brass-mark ps-4"
    >
      <p className="text-sm text-muted">You also wrote this, on another device or in another tab:</p>
      <p dir="auto" className="max-h-40 max-w-prose overflow-y-auto whitespace-pre-line">
        {words}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          onPress={() => change({ comment: together, setAside: null })}
          isDisabled={together.length > commentLength}
        >
          Add to my comment
        </Button>
        <Button variant="quiet" size="small" onPress={() => change({ setAside: null })}>
          Discard
        </Button>
      </div>
    </section>
  );
}
