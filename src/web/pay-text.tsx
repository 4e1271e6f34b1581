import type { PayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import { firstPayout, payEstimate, payMedian } from './pay-sentences.ts';

/**
 * What an hour pays, and when the first payout can arrive. The estimate keeps its place when the median covers it, so
 * that nothing moves. The landing page's script finds them by `data-pay`.
 */
export function PayText({ terms }: { terms: PayTerms }) {
  const hasMedian = terms.medianCentsPerHour !== null;
  return (
    <div className="grid max-w-prose gap-2">
      <p className="grid">
        <span data-pay="estimate" className={`[grid-area:1/1] ${hasMedian ? 'invisible' : ''}`}>
          {payEstimate(terms)}
        </span>
        <span data-pay="median" className="[grid-area:1/1]">
          {payMedian(terms)}
        </span>
      </p>
      <p data-pay="first">{firstPayout(terms)}</p>
    </div>
  );
}
