import { waitReason } from '#contract/reviewing/reviews/approval-rule-names.ts';
import type { OwnReview } from '#contract/reviewing/reviews/reviews.ts';
import { Day } from '#web/ui/display/day.tsx';

type Waiting = NonNullable<OwnReview['waiting']>;

const explanations: Readonly<Record<Waiting['waitsFor'], string>> = {
  person: 'A person reads it before it is approved.',
  rules: 'It is approved after a short wait.',
  first_reviews: 'A new listener’s first reviews wait a day before they are approved.',
  budget: 'Today’s rewards are used up. It is approved as soon as there are new ones.',
};

/** Why a review is pending, and by when it will be decided. */
export function ReviewWaiting({ waiting: { waitsFor, rules, until } }: { waiting: Waiting }) {
  if (waitsFor === 'person' && rules.length === 0)
    return (
      <p className="max-w-prose text-sm text-muted">
        A person reads this by <Day date={until} />.
      </p>
    );
  return (
    <p className="max-w-prose text-sm text-muted">
      {[...rules.map(waitReason), explanations[waitsFor]].join(' ')} Decided by <Day date={until} />.
    </p>
  );
}
