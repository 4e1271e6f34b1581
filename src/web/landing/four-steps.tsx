import { minimumReviewWords, rewardPerReview } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';

const steps = [
  { at: '0:00', title: 'Press play', body: 'One track at a time, picked for you.' },
  { at: '0:30', title: 'Really listen', body: 'Seconds count only while the tab is visible.' },
  { at: '1:00', title: 'Say what you heard', body: `A rating and at least ${minimumReviewWords} words.` },
  {
    at: `+${formatCents(rewardPerReview)}`,
    title: 'Get credited',
    body: 'Paid once the review is approved.',
    isEarned: true,
  },
];

export function FourSteps() {
  return (
    <ol className="grid gap-6 pt-10 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map(({ at, title, body, isEarned }) => (
        <li
          key={at}
          className={`grid content-start gap-1 border-t-2 pt-4 ${isEarned ? 'border-mint' : 'border-line'}`}
        >
          <span className={`tabular text-sm font-bold ${isEarned ? 'text-mint' : 'text-brass-ink'}`}>
            {at}
          </span>
          <h2 className="text-2xl">{title}</h2>
          <p className="text-muted">{body}</p>
        </li>
      ))}
    </ol>
  );
}
