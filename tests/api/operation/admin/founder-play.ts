import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { approve, decide, request, reverse, setReward } from '#tests/api/money/ledger/ledger-calls.ts';
import { aPayee } from '#tests/support/people/payouts.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aListener, anArtist, aReview, aTrack, giveReviews } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// What people do that the founder's page counts, by the ledger's own functions and the rows of billing notices.

const offers = {
  icon: { price: null, reviews: 60 },
  pack: { price: 900, reviews: 10 },
  basic: { price: 2900, reviews: 40 },
  pro: { price: 4900, reviews: 100 },
  unlimited: { price: 9900, reviews: 205 },
} as const;
const sold = fc.constantFrom('icon', 'pack', 'basic', 'pro', 'unlimited');
const of = fc.nat();
const by = fc.nat(3);
const act = <Name extends string>(name: Name) => fc.constant(name);

export const steps = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: act('pay'), sold }) },
  { weight: 1, arbitrary: fc.record({ act: act('pay again'), sold, of }) },
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
    arbitrary: fc.record({ act: act('upload'), of, from: fc.constantFrom('bought', 'free', 'of a test') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('change'),
      of,
      to: fc.constantFrom('closed', 'expired', 'taken back', 'more', 'deleted'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('listen'), by, of }) },
  { weight: 2, arbitrary: fc.record({ act: act('take back'), of }) },
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
/** What an artist bought: its payment and its lot of reviews. */
interface Bought {
  readonly artistId: string;
  readonly lotId: string;
  readonly paymentId: string | null;
}

const day = 24 * 3600 * 1000;

export class Play {
  private readonly bought: Bought[] = [];
  private readonly tracks: Track[] = [];
  private readonly approved: { readonly id: string; readonly listenerId: string }[] = [];
  private readonly listeners: string[] = [];
  private readonly earshot: Earshot;
  private readonly adminId: string;
  private readonly areSamples: boolean;

  private constructor(earshot: Earshot, adminId: string, areSamples: boolean) {
    this.earshot = earshot;
    this.adminId = adminId;
    this.areSamples = areSamples;
  }

  /** Three listeners and a test account; a review pays enough for a payout. */
  static async begin(earshot: Earshot, adminId: string, areSamples: boolean): Promise<Play> {
    const play = new Play(earshot, adminId, areSamples);
    await setReward(play.owner, 260);
    for (let count = 0; count < 4; count += 1)
      play.listeners.push(await play.named(await aListener(play.owner)));
    await sql(play.owner, 'update users set is_test = true where id = $1', [play.listeners[3]]);
    for (const listenerId of play.listeners) await aPayee(earshot, listenerId);
    await play.pay('basic', await play.named(await anArtist(play.owner)));
    return play;
  }

  /** A sample account is known by its address. */
  private async named(userId: string): Promise<string> {
    if (this.areSamples)
      await sql(this.owner, "update users set email_normalized = id || '@sample.invalid' where id = $1", [
        userId,
      ]);
    return userId;
  }

  private get owner() {
    return this.earshot.testDatabase.ownerDatabase;
  }

  private daysAgo(days: number): Date {
    return new Date(this.earshot.clock.now().getTime() - days * day);
  }

  async step(step: Step): Promise<void> {
    const track = 'of' in step ? this.tracks[step.of % this.tracks.length] : undefined;
    const bought = 'of' in step ? this.bought[step.of % this.bought.length] : undefined;
    const listenerId = ('by' in step && this.listeners[step.by]) || '';
    if (step.act === 'pay') return this.pay(step.sold, await this.named(await anArtist(this.owner)));
    if (step.act === 'payout') return this.payOut(listenerId, step.end);
    if (!(track && bought)) return;
    if (step.act === 'pay again') return this.pay(step.sold, bought.artistId);
    if (step.act === 'review') return this.review({ ...step, listenerId, track });
    if (step.act === 'upload') return this.upload(bought, step.from);
    if (step.act === 'change') return this.change(track.id, step.to);
    if (step.act === 'take back') return this.takeBack(step.of);
    if (step.act === 'listen') return this.listen(listenerId, track.id);
    if (bought.paymentId !== null) return this.reverse(bought.paymentId, step.kind, step.status);
  }

  /** Reviews that run, with a payment for them unless it is a trial, and a track that has some of them. */
  private async pay(what: keyof typeof offers, artistId: string): Promise<void> {
    const { price, reviews } = offers[what];
    const [from, to] = [this.daysAgo(9 - this.bought.length / 10), this.daysAgo(-21)];
    const paymentId = price === null ? null : randomUUID();
    if (price !== null) {
      await sql(
        this.owner,
        `insert into billing_payments (id, subscription_id, user_id, amount_cents, fee_cents, currency, period_start, period_end,
           paid_at) values ($1, $1, $2, $3, 114, 'usd', $4, $5, $4)`,
        [paymentId, artistId, price, from, to],
      );
    }
    const { id } = await sqlRow(
      this.owner,
      `insert into review_lots (artist_id, source, plan, period_start, reviews, payment_id, created_at, opens_at, expires_at)
       values ($1, case when $2 = 'pack' then 'pack' else 'plan' end, nullif($2, 'pack'),
         case when $2 <> 'pack' then $3::timestamptz end, $4, $5, $3, $3, $6) returning id`,
      [artistId, what, from, reviews, paymentId, to],
    );
    const bought = { artistId, lotId: String(id), paymentId };
    this.bought.push(bought);
    await this.upload(bought, 'bought');
  }

  private async upload({ artistId, lotId }: Bought, from: 'bought' | 'free' | 'of a test'): Promise<void> {
    const tester = from === 'of a test' ? await anArtist(this.owner) : undefined;
    if (tester) await sql(this.owner, 'update users set is_test = true where id = $1', [tester]);
    const track = await aTrack(this.owner, {
      artistId: tester ?? artistId,
      reviewTarget: from === 'bought' ? 0 : 2,
    });
    const uploadedAt = this.daysAgo(8 - (this.tracks.length % 5));
    await sql(this.owner, 'update artist_tracks set created_at = $2 where id = $1', [track.id, uploadedAt]);
    await sql(
      this.owner,
      'update assignments set assigned_at = $2, taken_back = taken_back where track_id = $1',
      [track.id, uploadedAt],
    );
    if (from === 'bought') await this.assign(lotId, track.id, uploadedAt);
    this.tracks.push(track);
  }

  private assign(lotId: string, trackId: string, at: Date): Promise<unknown> {
    return sql(
      this.owner,
      `insert into assignments (lot_id, track_id, reviews, weight, assigned_at)
       select id, $2, 2, 1, $3 from review_lots lot where id = $1 and left_in(lot) > 1`,
      [lotId, trackId, at],
    );
  }

  private async change(
    trackId: string,
    to: 'closed' | 'expired' | 'taken back' | 'more' | 'deleted',
  ): Promise<void> {
    if (to === 'more') return giveReviews(this.owner, trackId, 2);
    const lots = 'id in (select lot_id from assignments where track_id = $1)';
    const close = 'update assignments set closed_at = now() where closed_at is null and';
    const changes = {
      closed: [`update review_lots set closed_at = now() where ${lots}`, `${close} lot_${lots}`],
      expired: [`update review_lots set expires_at = opens_at where ${lots}`],
      'taken back': [
        'update assignments given set taken_back = taken_back + 1 where track_id = $1 and open_places(given) > 0',
      ],
      deleted: ["update artist_tracks set status = 'deleted' where id = $1", `${close} track_id = $1`],
    };
    for (const text of changes[to]) await sql(this.owner, text, [trackId]);
  }

  private async listen(listenerId: string, trackId: string): Promise<void> {
    await sql(
      this.owner,
      `insert into leases (listener_id, track_id, leased_until, needs_place, assignment_id)
       select $1, $2, now() + interval '1 hour', has_bounds(person), case when has_bounds(person) then next_place($2, false) end
         from users person where person.id = $1
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
