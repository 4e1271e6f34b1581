import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approve, request } from '#tests/api/ledger/ledger-calls.ts';
import { type ApiUser, type Earshot, fixedStart, startEarshot } from '#tests/support/earshot.ts';
import { aListener, anArtist, aReview, aTrack } from '#tests/support/rows.ts';
import { sql, sqlRow } from '#tests/support/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  admin = await earshot.signIn({ admin: true });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const now = () => earshot.clock.now();
const figures = () => admin.get(api.admin.readFounderFigures, {});
type Shown = Awaited<ReturnType<typeof figures>>;
const day = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(now().getTime() - days * day);

test('on an empty platform every figure is nothing, and nothing is made up', async () => {
  const { days, ...rest } = await figures();
  expect(rest).toEqual({
    plans: { paidCents: 0, feeCents: 0, refundCents: 0, disputeCents: 0, receivedCents: 0 },
    owed: { availableCents: 0, pendingCents: 0, onTheWayCents: 0, owedBackCents: 0 },
    payoutCostCents: 0,
    open: { places: 0, pendingReviews: 0, mostCents: 0 },
    byPlan: [],
    byArtist: [],
    listeners: 0,
    reviewsPerListener: null,
    daysToFill: null,
    sentReviews: 0,
    doubts: [],
    oldestPayout: null,
  });
  expect(days).toHaveLength(14);
  expect(days.at(-1)).toEqual({ day: now().toISOString().slice(0, 10), places: 0, approved: 0 });
});

/** An artist with a running period, a payment for it, and a track that took its places from it. */
async function aPayingArtist(plan: 'basic' | 'pro' | 'unlimited', paidCents: number) {
  const artistId = await anArtist(owner());
  const allowance = await sqlRow(
    owner(),
    `insert into review_allowances (artist_id, plan, period_start, period_end, included, taken)
     values ($1, $2, $3, $4, $5, 10) returning id`,
    [artistId, plan, daysAgo(5), daysAgo(-25), { basic: 20, pro: 100, unlimited: 200 }[plan]],
  );
  const paymentId = randomUUID();
  await sql(
    owner(),
    `insert into billing_payments (id, subscription_id, user_id, amount_cents, fee_cents, currency, period_start, period_end,
       paid_at) values ($1, $1, $2, $3, 114, 'usd', $4, $5, $4)`,
    [paymentId, artistId, paidCents, daysAgo(5), daysAgo(-25)],
  );
  const track = await aTrack(owner(), { artistId, reviewTarget: 10 });
  await sql(
    owner(),
    "update artist_tracks set places_from = 'plan', allowance_id = $2, created_at = $3 where id = $1",
    [track.id, allowance.id, daysAgo(4)],
  );
  return { artistId, paymentId, track };
}

const reverse = (paymentId: string, kind: 'refund' | 'dispute', cents: number, status: string) =>
  sql(
    owner(),
    `insert into billing_reversals (id, payment_id, kind, amount_cents, fee_cents, currency, status, happened_at)
     values ($1, $2, $3, $4, case $3 when 'dispute' then 1500 end, 'usd', $5, now())`,
    [randomUUID(), paymentId, kind, cents, status],
  );

type Paying = Awaited<ReturnType<typeof aPayingArtist>>;

const steps = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      plan: fc.constantFrom('basic', 'pro', 'unlimited'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('review' as const),
      by: fc.nat(2),
      of: fc.nat(),
      approved: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('back' as const),
      of: fc.nat(),
      kind: fc.constantFrom('refund', 'dispute'),
      status: fc.constantFrom('succeeded', 'failed', 'open', 'won', 'lost'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('payout' as const),
      by: fc.nat(2),
      decision: fc.constantFrom('none', 'completed', 'rejected'),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer Made> ? Made : never;

/** What people do, by the ledger's own functions and the rows of billing notices. */
class Play {
  readonly paying: Paying[] = [];
  readonly listeners: string[] = [];

  async begin(): Promise<this> {
    for (let count = 0; count < 3; count += 1) this.listeners.push(await aListener(owner()));
    this.paying.push(await aPayingArtist('basic', 2900));
    return this;
  }

  async step(step: Step): Promise<void> {
    if (step.act === 'pay') {
      const prices = { basic: 2900, pro: 4900, unlimited: 9900 };
      this.paying.push(await aPayingArtist(step.plan, prices[step.plan]));
      return;
    }
    if (step.act === 'back') {
      const fits = step.kind === 'refund' ? ['succeeded', 'failed'] : ['open', 'won', 'lost'];
      const of = this.paying[step.of % this.paying.length];
      if (of && fits.includes(step.status)) await reverse(of.paymentId, step.kind, 700, step.status);
      return;
    }
    const listenerId = this.listeners[step.by] ?? '';
    if (step.act === 'review') return this.review(listenerId, step.of, step.approved);
    const made = await request(owner(), listenerId);
    if (made.payout_id === null || step.decision === 'none') return;
    const reason = step.decision === 'rejected' ? 'These reviews are copies.' : null;
    await sql(owner(), 'select ledger.decide_payout($1, $2, $3, $4)', [
      made.payout_id,
      admin.userId,
      step.decision,
      reason,
    ]);
  }

  private async review(listenerId: string, of: number, approved: boolean): Promise<void> {
    const track = this.paying[of % this.paying.length]?.track;
    if (!track) return;
    const known = await sql(owner(), 'select from reviews where track_id = $1 and listener_id = $2', [
      track.id,
      listenerId,
    ]);
    const elsewhere = known.length > 0 ? await aTrack(owner()) : track;
    const { id } = await aReview(owner(), { listenerId, track: elsewhere, createdAt: daysAgo(1) });
    if (approved) await approve(owner(), id);
  }
}

/** The same figures, each by another way: the sums of the journal and the rows of the billing notices. */
const byTheBooks = () =>
  sqlRow(
    owner(),
    `with booked as (
       select account.kind, account.listener_id, posting.amount_cents as cents
         from ledger.postings posting join ledger.accounts account on account.id = posting.account_id
     ), noticed as (
       select payment.amount_cents, payment.fee_cents,
         (select coalesce(sum(amount_cents), 0) from billing_reversals
           where payment_id = payment.id and kind = 'refund' and status = 'succeeded') as refunded,
         (select coalesce(sum(amount_cents), 0) from billing_reversals
           where payment_id = payment.id and kind = 'dispute' and status in ('open', 'lost')) as disputed,
         (select coalesce(sum(fee_cents), 0) from billing_reversals
           where payment_id = payment.id and kind = 'dispute') as dispute_fees
       from billing_payments payment
     )
     select (select sum(amount_cents) from noticed)::integer as paid, (select -sum(refunded) from noticed)::integer as refunded,
       (select -sum(disputed) from noticed)::integer as disputed,
       (select -sum(fee_cents) - sum(dispute_fees) from noticed)::integer as fees,
       (select -coalesce(sum(cents), 0) from booked where kind = 'provider_cash')::integer as received,
       (select coalesce(sum(cents), 0) from booked where kind = 'available')::integer as available,
       (select coalesce(sum(amount_cents), 0) from payout_requests where status = 'pending')::integer as pending,
       (select coalesce(sum(cents), 0) from booked where kind = 'payout_cash')::integer as on_the_way,
       (select -coalesce(sum(cents), 0) from booked where kind = 'reward_expense')::integer as rewards,
       (select coalesce(sum(earned_cents), 0) from reviews review join artist_tracks track on track.id = review.track_id
         where track.allowance_id is not null)::integer as plan_rewards,
       (select count(*) from ledger.transactions where kind = 'reward')::integer as approved,
       (select count(*) from reviews where status = 'pending')::integer as waiting,
       (select coalesce(sum(included + included / 5), 0) * 20 from review_allowances)::integer as most,
       (select coalesce(sum(greatest(0, review_target - review_count)), 0) from artist_tracks)::integer as places`,
  );

test('after whatever people did each figure is what the ledger and the billing notices say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 30, maxLength: 80, size: 'max' }), async (taken) => {
      const play = await new Play().begin();
      for (const step of taken) await play.step(step);
      const shown = await figures();
      const books = await byTheBooks();
      const sumOf = (pick: (row: Shown['byPlan'][number]) => number) =>
        shown.byPlan.reduce((sum, row) => sum + pick(row), 0);
      expect({
        paid: shown.plans.paidCents,
        refunded: shown.plans.refundCents,
        disputed: shown.plans.disputeCents,
        fees: shown.plans.feeCents,
        received: shown.plans.receivedCents,
        available: shown.owed.availableCents,
        pending: shown.owed.pendingCents,
        on_the_way: shown.owed.onTheWayCents,
        rewards: shown.owed.availableCents + shown.owed.pendingCents + shown.owed.onTheWayCents,
        plan_rewards: sumOf(({ rewardCents }) => rewardCents),
        approved: shown.days.reduce((sum, { approved }) => sum + approved, 0),
        waiting: shown.open.pendingReviews,
        most: sumOf(({ mostCents }) => mostCents),
        places: shown.open.places,
      }).toEqual(books);
      expect(sumOf(({ receivedCents }) => receivedCents)).toBe(shown.plans.receivedCents);
      expect(shown.open.mostCents).toBe(shown.open.places * 20 + shown.open.pendingReviews * 15);
    }),
    { numRuns: 4, seed: 18, endOnFailure: true },
  );
}, 300_000);
