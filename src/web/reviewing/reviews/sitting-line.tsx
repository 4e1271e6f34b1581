import { formatCents } from '#contract/cents.ts';
import { waitReason } from '#contract/reviewing/reviews/approval-rule-names.ts';
import type { Sitting } from '#contract/reviewing/reviews/reviews.ts';
import { dayText } from '#web/ui/display/day.tsx';
import { useSitting } from './review-queries.ts';

type Waiting = NonNullable<Sitting['last']['waiting']>;

/** By when, first: a long reason may be cut off. My Reviews has all of them. */
function waitingText({ waitsFor, rules: [rule], until }: Waiting): string {
  const day = dayText(until);
  switch (waitsFor) {
    case 'person':
      return `A person reads it by ${day}.${rule === undefined ? '' : ` ${waitReason(rule)}`}`;
    case 'first_reviews':
      return `Sent. Decided by ${day}: a new listener’s first reviews wait a day.`;
    case 'budget':
      return `Sent. Decided by ${day}: today’s rewards are used up.`;
    case 'rules':
      return `Sent. Decided by ${day}.`;
  }
}

function outcome({ status, earnedCents, waiting, reasonLabel }: Sitting['last']): string {
  if (status === 'approved') return `Approved: +${formatCents(earnedCents)}`;
  if (status === 'rejected') return reasonLabel === null ? 'Rejected' : `Rejected: ${reasonLabel}`;
  if (status === 'reversed') return 'The reward was taken back';
  return waiting === null ? 'Sent' : waitingText(waiting);
}

/**
 * What became of the review just sent, and what the sitting earned. Its space is reserved from the start, below the
 * toast on phones and beside it on wider screens.
 */
export function SittingLine() {
  const { data } = useSitting();
  const { sitting, medianCentsPerHour } = data ?? { sitting: null, medianCentsPerHour: null };
  return (
    <p
      role="status"
      className="tabular mt-9 line-clamp-2 min-h-[2lh] text-sm max-md:empty:mt-0 max-md:empty:min-h-0 leading-4 text-muted md:ms-auto md:mt-0 md:max-w-80 md:text-end lg:max-w-104"
    >
      {sitting !== null && (
        <>
          <span className={sitting.last.status === 'approved' ? 'text-mint' : ''}>
            {outcome(sitting.last)}
          </span>
          {sitting.last.waiting === null && ` · ${formatCents(sitting.earnedCents)} this sitting`}
          {sitting.last.waiting === null && medianCentsPerHour !== null && (
            <span className="whitespace-nowrap">{` · median ${formatCents(medianCentsPerHour)} an hour`}</span>
          )}
        </>
      )}
    </p>
  );
}
