import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { PayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import { usualPayTerms } from '#contract/reviewing/reviews/usual-pay-terms.ts';
import { standingBounds } from '#contract/trust/standing/standing-bounds.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { payEstimate, payMedian } from '#web/pay-sentences.ts';
import { StandingPage } from '#web/trust/standing/standing-page.tsx';

const formula = {
  bounds: { ...standingBounds, trustedReviewsADay: 50 },
  doubtfulDays: { new: 14, known: 7 },
};

async function showTo(userType: 'artist' | 'listener'): Promise<void> {
  signInAs({ userType });
  answerCall(api.standing.readStanding, () =>
    userType === 'artist'
      ? { ...formula, standing: null, figures: null }
      : {
          ...formula,
          standing: 'known' as const,
          hasBounds: true,
          figures: {
            approved: 12,
            approvedDays: 4,
            recentDecided: 10,
            recentApproved: 9,
            recentCopied: 1,
            recentReversed: 0,
            marks: 0,
            markArtists: 0,
            usefulness: null,
          },
          rewardCents: cents(15),
        },
  );
  await show(<StandingPage />);
}

const text = (part: string) => page.getByText(part, { exact: false });
const steps = () => page.getByRole('listitem').filter({ has: page.getByRole('heading') });
const card = () => page.getByRole('region', { name: 'Your standing' });
const open = () => page.getByText('How it is computed').click();

test('an artist reads how listeners earn trust, what each step pays and what it requires', async () => {
  await showTo('artist');
  await expect.element(text('How listeners earn trust, and what each step pays.')).toBeVisible();
  const trusted = steps().nth(2);
  await expect.element(trusted.getByText('$0.25 for each approved review')).toBeVisible();
  await expect.element(trusted.getByText(/^Up to 50 reviews a day/)).toBeVisible();
  await expect.element(page.getByText('100 approved reviews', { exact: true })).toBeVisible();
  await open();
  await expect.element(page.getByText(/^Counts cover all time\./)).toBeVisible();
});

test('an artist’s page has no figures of a listener and no words to one', async () => {
  await showTo('artist');
  await expect.element(steps().first()).toBeVisible();
  expect(document.body.textContent).not.toMatch(/\b(you|your|met|not met yet|no marks yet)\b/i);
  expect(document.querySelector('[aria-current]')).toBeNull();
  expect(page.getByRole('link', { name: 'My Reviews' }).query()).toBeNull();
});

test('the pay of an hour stands first, from real reviews once there is a median, in the same place', async () => {
  const answered = Promise.withResolvers<PayTerms>();
  answerCall(api.reviews.readPay, () => answered.promise);
  await showTo('listener');
  await expect.element(text(payEstimate(usualPayTerms))).toBeVisible();
  await expect.element(card()).toBeVisible();
  const top = () => card().element().getBoundingClientRect().top;
  const before = top();
  const terms = { ...usualPayTerms, medianCentsPerHour: cents(380) };
  answered.resolve(terms);
  await expect.element(text(payMedian(terms))).toBeVisible();
  await expect.element(text(payEstimate(usualPayTerms))).not.toBeVisible();
  expect(top()).toBe(before);
});

test('a listener reads where they are and what comes next in at most 90 words, with the formula behind it', async () => {
  await showTo('listener');
  await expect.element(card().getByRole('heading', { name: 'Known' })).toBeVisible();
  await expect
    .element(
      card().getByText(/^88 more approved reviews, marks by 10 more artists, .*, then Trusted: \$0\.25/),
    )
    .toBeVisible();
  expect(document.body.innerText.trim().split(/\s+/).length).toBeLessThanOrEqual(90);
  await expect.element(steps().first()).not.toBeInTheDocument();
  await open();
  await expect.element(steps().nth(1).getByText('You are here')).toBeVisible();
  await expect.element(steps().nth(1).getByText('10 approved reviews, met')).toBeVisible();
  await expect.element(steps().nth(2).getByText('100 approved reviews, not met yet')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My Reviews' })).toBeVisible();
});
