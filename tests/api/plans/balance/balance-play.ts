import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { packs, plans } from '#contract/business-rules.ts';
import type { Caller, Client } from '#server/foundation/caller.ts';
import { Refusal } from '#server/foundation/refusals.ts';
import { reverseReview } from '#server/money/books/reverse-review.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { deleteTrack } from '#server/music/tracks/own-tracks.ts';
import { addReviews, giveBackReviews } from '#server/plans/balance/change-reviews.ts';
import { keepDates } from '#server/plans/balance/keep-dates.ts';
import { addPackLot, addPlanLots, settleMoney } from '#server/plans/balance/lots.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { lastingPlan } from '#server/plans/subscriptions/consume-upload.ts';
import { nextTrack } from '#server/reviewing/listening/next-track.ts';
import { decideReview, undoDecision } from '#server/reviewing/reviews/decide-review.ts';
import { submitReview } from '#server/reviewing/reviews/submit-review.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aListener, anAdmin, anArtist } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// What artists, listeners, admins and the billing provider do with reviews, one after another, at once, or with the server's
// connections killed in the middle. A refusal is a way to end; anything else that fails ends the play.

const of = fc.nat();
const by = fc.nat(7);
const who = fc.nat(1);
const act = <Name extends string>(name: Name) => fc.constant(name);
const reviews = fc.integer({ min: 1, max: 12 });
const reversal = fc.constantFrom('refund', 'failed', 'open', 'won', 'lost');

const acts = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: act('pack'), who }) },
  { weight: 2, arbitrary: fc.record({ act: act('plan'), who, plan: fc.constantFrom('basic', 'pro') }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: act('upload'), who, wanted: fc.option(reviews, { nil: undefined }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('version'), of, takesBack: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: act('add'), of, reviews }) },
  { weight: 3, arbitrary: fc.record({ act: act('take back'), of, reviews }) },
  { weight: 7, arbitrary: fc.record({ act: act('listen'), by }) },
  { weight: 7, arbitrary: fc.record({ act: act('send'), by }) },
  { weight: 3, arbitrary: fc.record({ act: act('reject'), of }) },
  { weight: 2, arbitrary: fc.record({ act: act('approve'), of }) },
  { weight: 1, arbitrary: fc.record({ act: act('reverse'), of }) },
  { weight: 2, arbitrary: fc.record({ act: act('undo'), of }) },
  { weight: 3, arbitrary: fc.record({ act: act('money'), of, reversal }) },
  { weight: 1, arbitrary: fc.record({ act: act('delete'), of }) },
  { weight: 1, arbitrary: fc.record({ act: act('look after dates') }) },
);
export type Act = typeof acts extends fc.Arbitrary<infer Made> ? Made : never;

export const steps = fc.oneof(
  { weight: 9, arbitrary: fc.record({ together: fc.tuple(acts), isKilled: fc.constant(false) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      together: fc.array(acts, { minLength: 2, maxLength: 5 }),
      isKilled: fc.nat(3).map((one) => one === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ days: fc.constantFrom(0.02, 1, 8, 16, 33, 370) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Made> ? Made : never;

const client: Client = { address: '203.0.113.7', device: 'test' };
const dayMilliseconds = 86_400_000;

/** From what a refund or dispute becomes this. */
const follows = { refund: [], failed: ['succeeded'], open: [], won: ['open'], lost: ['open'] } as const;

export class Play {
  readonly artists: string[] = [];
  /** Acts with how they ended. */
  readonly endings = new Set<string>();
  private readonly listeners: Caller[] = [];
  private readonly earshot: Earshot;
  private readonly adminId: string;

  private constructor(earshot: Earshot, adminId: string) {
    this.earshot = earshot;
    this.adminId = adminId;
  }

  static async begin(earshot: Earshot): Promise<Play> {
    const owner = earshot.testDatabase.ownerDatabase;
    const play = new Play(earshot, await anAdmin(owner));
    for (let i = 0; i < 2; i += 1) play.artists.push(await anArtist(owner));
    for (let i = 0; i < 8; i += 1) {
      const userId = await aListener(owner);
      play.listeners.push({ userId, sessionId: randomUUID(), userType: 'listener', isAdmin: false });
    }
    await play.lookAfterDates();
    for (const artistId of play.artists) await play.buyPack(artistId);
    return play;
  }

  private get deps() {
    return this.earshot.deps;
  }
  private get owner() {
    return this.earshot.testDatabase.ownerDatabase;
  }
  private get now(): Date {
    return this.earshot.clock.now();
  }

  async step(step: Step): Promise<void> {
    if ('days' in step) {
      this.earshot.clock.advance(step.days * 86_400);
      return this.lookAfterDates();
    }
    const doing = Promise.allSettled(step.together.map((one) => this.act(one)));
    if (step.isKilled) await this.killConnections();
    for (const [i, ending] of (await doing).entries())
      this.note(step.together[i]?.act, ending, step.isKilled);
    this.earshot.clock.advance(1);
  }

  private note(name: string | undefined, ending: PromiseSettledResult<unknown>, isKilled: boolean): void {
    const reason: unknown = ending.status === 'rejected' ? ending.reason : undefined;
    if (reason !== undefined && !(reason instanceof Refusal) && !isKilled) throw reason;
    const how = reason === undefined ? 'done' : reason instanceof Refusal ? reason.code : 'killed';
    this.endings.add(`${name}: ${how}`);
  }

  /** Ends the server's connections that are in the middle of a transaction, now and a little later. */
  private async killConnections(): Promise<void> {
    for (const milliseconds of [1, 3, 6]) {
      await sleep(milliseconds);
      await sql(
        this.deps.database,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
            and xact_start is not null`,
      );
    }
  }

  private act(one: Act): Promise<unknown> {
    switch (one.act) {
      case 'pack':
        return this.buyPack(this.artist(one.who));
      case 'plan':
        return this.buyPlan(this.artist(one.who), one.plan);
      case 'upload':
        return this.upload(this.artist(one.who), { reviews: one.wanted });
      case 'listen':
        return nextTrack(this.deps, this.listener(one.by), client, {});
      case 'send':
        return this.send(this.listener(one.by).userId);
      case 'money':
        return this.moneyGoesBack(one.of, one.reversal);
      case 'look after dates':
        return this.lookAfterDates();
      case 'reject':
      case 'approve':
      case 'reverse':
      case 'undo':
        return this.decide(one.act, one.of);
      default:
        return this.ofTrack(one);
    }
  }

  private artist(which: number): string {
    return this.artists[which] ?? '';
  }
  private listener(which: number): Caller {
    const found = this.listeners[which];
    if (!found) throw new Error('There are eight listeners.');
    return found;
  }
  private async oneOf(which: number, query: string): Promise<Record<string, unknown> | undefined> {
    const rows = await sql(this.owner, query, [this.artists]);
    return rows[which % Math.max(1, rows.length)];
  }

  private async ofTrack(
    one: Extract<Act, { act: 'version' | 'add' | 'take back' | 'delete' }>,
  ): Promise<unknown> {
    const track = await this.oneOf(
      one.of,
      'select id, artist_id from artist_tracks where artist_id = any($1) order by created_at, id',
    );
    if (!track) return undefined;
    const [trackId, artistId] = [String(track.id), String(track.artist_id)];
    const once = { key: randomUUID(), onRepeat: () => undefined };
    if (one.act === 'delete') return deleteTrack(this.deps, artistId, trackId);
    if (one.act === 'version')
      return this.upload(artistId, { newVersionOf: { trackId, takesBack: one.takesBack } });
    const asked = { artistId, trackId, reviews: one.reviews };
    return one.act === 'add' ? addReviews(this.deps, asked, once) : giveBackReviews(this.deps, asked, once);
  }

  private async upload(
    artistId: string,
    more: {
      readonly reviews?: number | undefined;
      readonly newVersionOf?: { trackId: string; takesBack: boolean };
    },
  ): Promise<void> {
    const [uploadId, fileId] = [randomUUID(), randomUUID()];
    await sql(
      this.owner,
      `with file as (
         insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
         values ($2, $1, $4, 1000000, 120000, 5292000, 44100, sha256(convert_to($4, 'UTF8'))) returning id)
       insert into uploads (id, artist_id, audio_file_id) select $3, $1, id from file`,
      [artistId, fileId, uploadId, fileId],
    );
    await createTrack(this.deps, artistId, { uploadId, title: 'Night Bus', genre: 'indie', ...more });
  }

  /** Sends a review of the track that is served, if there is one, after a minute of it. */
  private async send(listenerId: string): Promise<void> {
    const [lease] = await sql(
      this.owner,
      `update leases set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = $2
        where listener_id = $1 and closed_at is null and not is_coming returning track_id`,
      [listenerId, this.now],
    );
    if (!lease) return;
    const said = { rating: 4, comment: anHonestComment, typing: typedByHand, notes: [], answers: [] };
    const prompts = { worked: null, didNotWork: null, toChange: null };
    const review = { trackId: String(lease.track_id), ...said, prompts };
    await submitReview(this.deps, { listenerId, client }, review, { key: randomUUID() });
  }

  private async decide(how: 'reject' | 'approve' | 'reverse' | 'undo', which: number): Promise<unknown> {
    const review = await this.oneOf(
      which,
      'select id from reviews where artist_id = any($1) order by created_at, id',
    );
    if (!review) return undefined;
    const reviewId = String(review.id);
    if (how === 'undo') return undoDecision(this.deps, this.adminId, reviewId);
    if (how === 'reverse') {
      const reason = 'Another review with other words.';
      const money = { admin: this.adminId, key: randomUUID(), onRepeat: () => undefined };
      return reverseReview(this.deps, money, { reviewId, reason });
    }
    return decideReview(
      this.deps,
      this.adminId,
      reviewId,
      how === 'approve'
        ? { status: 'approved' }
        : { status: 'rejected', reason: 'copied', sentence: 'This is another review again.' },
    );
  }

  private insertPayment(
    id: string,
    artistId: string,
    cents: number,
    subscriptionId: string | null,
    days: number,
  ) {
    return sql(
      this.owner,
      `insert into billing_payments (id, subscription_id, pack, user_id, amount_cents, currency, period_start, period_end, paid_at)
       values ($1, $2, case when $2::text is null then 'ten' end, $3, $4, 'usd', $5, $6, $5)`,
      [id, subscriptionId, artistId, cents, this.now, new Date(this.now.getTime() + days * dayMilliseconds)],
    );
  }

  private async buyPack(artistId: string): Promise<void> {
    const paymentId = randomUUID();
    const { reviews: brought, price } = packs.ten;
    await this.insertPayment(paymentId, artistId, price, null, 0);
    const add = () =>
      this.deps.database.transaction((tx) =>
        addPackLot(tx, { artistId, paymentId, reviews: brought, now: this.now }),
      );
    // The provider tells it twice.
    await Promise.all([add(), add()]);
  }

  /** A plan that begins, goes on or changes, as a notice of the provider says. */
  private async buyPlan(artistId: string, plan: 'basic' | 'pro'): Promise<void> {
    const subscriptionId = `sub of ${artistId}`;
    await sql(
      this.owner,
      `insert into artist_subscriptions as known (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
         current_period_start, current_period_end, billing_subscription_id)
       values ($1, $2, 5, 0, true, $3, $3, $4, $5)
       on conflict (user_id) do update set plan = excluded.plan,
         current_period_start = case when known.current_period_end <= $3 then $3 else known.current_period_start end,
         current_period_end = case when known.current_period_end <= $3 then $4 else known.current_period_end end,
         uploads_used_this_month = 0`,
      [artistId, plan, this.now, new Date(this.now.getTime() + 30 * dayMilliseconds), subscriptionId],
    );
    await this.insertPayment(randomUUID(), artistId, plans[plan].pricePerMonth, subscriptionId, 30);
    await this.deps.database.transaction(async (tx) => {
      await sql(tx, 'select from users where id = $1 for no key update', [artistId]);
      const running = await lastingPlan(tx, artistId, this.now);
      if (running) await addPlanLots(tx, { artistId, running, now: this.now });
    });
  }

  /** A payment is refunded or disputed, or what was begun goes on. The notice is taken twice. */
  private async moneyGoesBack(which: number, how: keyof typeof follows): Promise<void> {
    const payment = await this.oneOf(
      which,
      'select id, user_id, amount_cents from billing_payments where user_id = any($1) order by paid_at, id',
    );
    if (!payment) return;
    const kind = how === 'refund' || how === 'failed' ? 'refund' : 'dispute';
    const status = how === 'refund' ? 'succeeded' : how;
    await sql(
      this.owner,
      `insert into billing_reversals as known (id, payment_id, kind, amount_cents, currency, status, happened_at)
       values ($1, $2, $3, $4, 'usd', $5, $6)
       on conflict (id) do update set status = excluded.status where known.status = any($7)`,
      [
        `${kind} of ${payment.id}`,
        payment.id,
        kind,
        payment.amount_cents,
        status,
        this.now,
        [...follows[how]],
      ],
    );
    const settle = () =>
      this.deps.database.transaction((tx) =>
        settleMoney(tx, { artistId: String(payment.user_id), now: this.now }),
      );
    await Promise.all([settle(), settle()]);
  }

  /** What became of dates and lots so far. */
  async fates(): Promise<string[]> {
    const rows = await sql(
      this.owner,
      `select distinct 'promise ' || promise as fate from assignments where promise is not null
       union select distinct 'lot ' || source || case when closed_at is null then '' else ' closed' end from review_lots`,
    );
    return rows.map(({ fate }) => String(fate));
  }

  /** The jobs. Many listeners are said to be there, so that dates are promised. */
  async lookAfterDates(): Promise<void> {
    await keepDates(this.deps);
    await openLots(this.deps);
    await sql(this.owner, 'update queue_supply set approved = 400, active_listeners = 2000');
  }

  /** After the play its tracks are gone, so that the next one has the queue for itself. */
  async end(): Promise<void> {
    await this.lookAfterDates();
    const { left } = await sqlRow(
      this.owner,
      "select array_agg(id::text || ' ' || artist_id) filter (where status = 'active') as left from artist_tracks",
    );
    for (const one of Array.isArray(left) ? left : []) {
      const [trackId = '', artistId = ''] = String(one).split(' ');
      await deleteTrack(this.deps, artistId, trackId);
    }
  }
}
