import { api } from '#contract/index.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { expect, type RunningEarshot } from './fixtures.ts';

/** Subscribes to a plan, paid on the test checkout's own page. */
export async function subscribe(
  artist: ApiUser,
  { url: origin }: Pick<RunningEarshot, 'url'>,
  plan: BilledPlan,
): Promise<void> {
  const { offers } = await artist.get(api.subscriptions.checkSubscription, {});
  const priceId = offers.find((offer) => offer.plan === plan)?.priceId ?? '';
  const { url } = await artist.get(api.subscriptions.createCheckout, { body: { priceId } });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
  await artist.fetch(`${new URL(url).pathname}/complete`, { method: 'POST', headers, redirect: 'manual' });
  const planNow = async () => (await artist.get(api.subscriptions.checkSubscription, {})).plan;
  await expect.poll(planNow).toBe(plan);
}
