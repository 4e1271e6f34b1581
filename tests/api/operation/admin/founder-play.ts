import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { approve, decide, request, reverse, setReward } from '#tests/api/money/ledger/ledger-calls.ts';
import { aPayee } from '#tests/support/people/payouts.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aListener, anArtist, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// What people do that the founder's page counts, by the ledger's own functions and the rows of billing notices.

const plans = {
  basic: { price: 2900, included: 20 },
  pro: { price: 4900, included: 100 },
  unlimited: { price: 9900, included: 200 },
} as const;
const plan = fc.constantFrom('basic', 'pro', 'unlimited');
const of = fc.nat();
const by = fc.nat(3);
const act = <Name extends string>(name: Name) => fc.constant(name);

export const steps = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: act('pay'), plan }) },
  { weight: 1, arbitrary: fc.record({ act: act('pay again'), plan, of }) },
  {
    weight: 9,
    arbitrary: fc.record({
      act: act('review'),
      by,
      of,
      decision: fc.constantFrom('none', 'approved', 'approved'),
      isDoubted: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: act('upload'), of, from: fc.constantFrom('plan', 'credit', 'apart') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('change'),
      of,
      to: fc.constantFrom('waiting', 'closed', 'later', 'extra', 'deleted'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('listen'), by, of }) },
  { weight: 2, arbitrary: fc.record({ act: act('take back'), of }) },
  { weight: 1, arbitrary: fc.record({ act: act('end'), of }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('back'),
      of,
      kind: fc.constantFrom('refund', 'dispute'),
      status: fc.constantFrom('succeeded', 'failed', 'open', 'won', 'lost'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: act('payout'),
      by,
      end: fc.constantFrom('none', 'completed', 'sending', 'paid', 'rejected'),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer Made> ? Made : never;

interface Track {
  readonly id: string;
  readonly artistId: string;
}
/** With the period that it paid for. */
export interface Payment {
  readonly id: string;
  readonly artistId: string;
  readonly allowanceId: string;
}

const day = 24 * 3600 * 1000;

export class Play {
  /** Of all plays on this database. */
  private readonly payments: Payment[];
  private readonly tracks: Track[] = [];
  private readonly approved: { readonly id: string; readonly listenerId: string }[] = [];
  private readonly listeners: string[] = [];
  private readonly earshot: Earshot;
  private readonly adminId: string;

  private constructor(earshot: Earshot, adminId: string, payments: Payment[]) {
    this.earshot = earshot;
    this.adminId = adminId;
    this.payments = payments;
  }

  /** Three listeners and a test account; a review pays enough for a payout. */
  static async begin(earshot: Earshot, adminId: string, payments: Payment[]): Promise<Play> {
    const play = new Play(earshot, adminId, payments);
    await setReward(play.owner, 260);
    for (let count = 0; count < 4; count += 1) play.listeners.push(await aListener(play.owner));
    await sql(play.owner, 'update users set is_test = true where id = $1', [play.listeners[3]]);
    for (const listenerId of play.listeners) await aPayee(earshot, listenerId);
    await play.pay('basic', await anArtist(play.owner));
    return play;
  }

  private get owner() {
    return this.earshot.testDatabase.ownerDatabase;
  }

  private daysAgo(days: number): Date {
    return new Date(this.earshot.clock.now().getTime() - days * day);
  }

  async step(step: Step): Promise<void> {
    const track = 'of' in step ? this.tracks[step.of % this.tracks.length] : undefined;
    const payment = 'of' in step ? this.payments[step.of % this.payments.length] : undefined;
    const listenerId = ('by' in step && this.listeners[step.by]) || '';
    if (step.act === 'pay') return this.pay(step.plan, await anArtist(this.owner));
    if (step.act === 'payout') return this.payOut(listenerId, step.end);
    if (!(track && payment)) return;
    if (step.act === 'pay again') return this.pay(step.plan, payment.artistId);
    if (step.act === 'review') return this.review({ ...step, listenerId, track });
    if (step.act === 'upload') return this.upload(payment, step.from);
    if (step.act === 'change') return this.change(track.id, step.to);
    if (step.act === 'take back') return this.takeBack(step.of);
    if (step.act === 'end') return this.end(payment.artistId);
    if (step.act === 'listen') return this.listen(listenerId, track.id);
    return this.reverse(payment.id, step.kind, step.status);
  }

  /** A running period with a payment for it, and a track that took its places from it. Further ones run beside it. */
  private async pay(bought: keyof typeof plans, artistId: string): Promise<void> {
    const { price, included } = plans[bought];
    const earlier = this.payments.filter((payment) => payment.artistId === artistId).length;
    const [from, to] = [this.daysAgo(9 - earlier / 10), this.daysAgo(-21)];
    const { id: allowanceId } = await sqlRow(
      this.owner,
      `insert into review_allowances (artist_id, plan, period_start, period_end, included, taken)
       values ($1, $2, $3, $4, $5, 10) returning id`,
      [artistId, bought, from, to, included],
    );
    await sql(
      this.owner,
      `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
         current_period_start, current_period_end) values ($1, $2, 5, 0, true, $3, $3, $4)
       on conflict (user_id) do update set active = true`,
      [artistId, bought, from, to],
    );
    const id = randomUUID();
    await sql(
      this.owner,
      `insert into billing_payments (id, subscription_id, user_id, amount_cents, fee_cents, currency, period_start, period_end,
         paid_at) values ($1, $1, $2, $3, 114, 'usd', $4, $5, $4)`,
      [id, artistId, price, from, to],
    );
    const payment = { id, artistId, allowanceId: String(allowanceId) };
    this.payments.push(payment);
    await this.upload(payment, 'plan');
  }

  /** The plan ends before its period does, as with a refund. */
  private end(artistId: string): Promise<void> {
    const end = 'update artist_subscriptions set active = false where user_id = $1';
    return sql(this.owner, end, [artistId]).then(() => undefined);
  }

  private async upload({ artistId, allowanceId }: Payment, from: 'plan' | 'credit' | 'apart'): Promise<void> {
    const track = await aTrack(this.owner, { artistId, reviewTarget: 2 });
    await sql(
      this.owner,
      'update artist_tracks set places_from = $2, allowance_id = $3, created_at = $4 where id = $1',
      [track.id, from, from === 'plan' ? allowanceId : null, this.daysAgo(8 - (this.tracks.length % 5))],
    );
    this.tracks.push(track);
  }

  private change(trackId: string, to: 'waiting' | 'closed' | 'later' | 'extra' | 'deleted') {
    const changes = {
      waiting: "waits_for = 'plan'",
      closed: 'places_closed_at = now()',
      later: "later_places = 1, later_at = now() + interval '5 days'",
      extra: 'extra_places = extra_places + 1',
      deleted: "status = 'deleted'",
    };
    return sql(this.owner, `update artist_tracks set ${changes[to]} where id = $1`, [trackId]).then(
      () => undefined,
    );
  }

  private async listen(listenerId: string, trackId: string): Promise<void> {
    await sql(
      this.owner,
      `insert into leases (listener_id, track_id, leased_until, needs_place, holds_place)
       select $1, $2, now() + interval '1 hour', has_bounds(person), has_bounds(person) from users person where person.id = $1
         and not exists (select from leases open where open.listener_id = $1 and open.closed_at is null)`,
      [listenerId, trackId],
    );
  }

  private async review(
    said: Extract<Step, { act: 'review' }> & { listenerId: string; track: Track },
  ): Promise<void> {
    const { listenerId, track, decision, isDoubted } = said;
    const known = await sql(this.owner, 'select from reviews where track_id = $1 and listener_id = $2', [
      track.id,
      listenerId,
    ]);
    const elsewhere = known.length > 0 ? await aTrack(this.owner) : track;
    const { id } = await aReview(this.owner, { listenerId, track: elsewhere, createdAt: this.daysAgo(1) });
    if (isDoubted) {
      await sql(
        this.owner,
        "insert into review_findings (review_id, rule, version, passed, detail, created_at) values ($1, 'pace', 1, false, '', $2)",
        [id, this.daysAgo(1)],
      );
    }
    if (decision === 'none') return;
    await approve(this.owner, id);
    this.approved.push({ id, listenerId });
  }

  private async takeBack(which: number): Promise<void> {
    const review = this.approved[which % this.approved.length];
    if (review) await reverse(this.owner, review.id, this.adminId);
  }

  private async reverse(paymentId: string, kind: string, status: string): Promise<void> {
    if ((kind === 'refund') !== ['succeeded', 'failed'].includes(status)) return;
    await sql(
      this.owner,
      `insert into billing_reversals (id, payment_id, kind, amount_cents, fee_cents, currency, status, happened_at)
       values ($1, $2, $3, 700, case $3 when 'dispute' then 1500 end, 'usd', $4, now())`,
      [randomUUID(), paymentId, kind, status],
    );
  }

  private async payOut(
    listenerId: string,
    end: 'none' | 'completed' | 'sending' | 'paid' | 'rejected',
  ): Promise<void> {
    const { payout_id: payoutId } = await request(this.owner, listenerId);
    if (payoutId === null || end === 'none') return;
    await decide(this.owner, payoutId, this.adminId, end === 'rejected' ? 'rejected' : 'completed');
    if (end === 'completed' || end === 'rejected') return;
    await sql(this.owner, "select ledger.claim_transfer(array['local'], '{}', null, now(), now())");
    if (end === 'paid') {
      await sql(
        this.owner,
        `select ledger.note_transfer(payout_id, 'paid', payout_id::text, 25, null, now()) from payout_transfers
          where transfer = 'sending'`,
      );
      // The money has left: what is taken back now is owed.
      const theirs = this.approved.filter((review) => review.listenerId === listenerId);
      for (const { id } of theirs) await reverse(this.owner, id, this.adminId);
    }
  }
}
