import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Plan, packs, plans } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { keepDates } from '#server/plans/balance/keep-dates.ts';
import { addPackLot, addPlanLots, settleMoney } from '#server/plans/balance/lots.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { lastingPlan } from '#server/plans/subscriptions/consume-upload.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { type Row, sql, sqlRow } from '#tests/support/world/sql.ts';

const dayMilliseconds = 86_400_000;

/** An artist with reviews, and what the billing provider says about their payments. */
export class AnArtist {
  readonly earshot: Earshot;
  #user: ApiUser;

  private constructor(earshot: Earshot, user: ApiUser) {
    this.earshot = earshot;
    this.#user = user;
  }

  static async enter(earshot: Earshot, address?: string): Promise<AnArtist> {
    return new AnArtist(earshot, await earshot.signIn({ userType: 'artist' }, address));
  }

  get user(): ApiUser {
    return this.#user;
  }
  get id(): string {
    return this.#user.userId;
  }
  get now(): Date {
    return this.earshot.clock.now();
  }
  private get owner() {
    return this.earshot.testDatabase.ownerDatabase;
  }
  private get database() {
    return this.earshot.deps.database;
  }

  day(count: number): Date {
    return new Date(this.now.getTime() + count * dayMilliseconds);
  }

  /** Some days later, in a new session, after the jobs. */
  async wait(days: number): Promise<void> {
    this.earshot.clock.advance(days * 86_400);
    this.#user = await this.earshot.signInAgain(this.id);
    await openLots(this.earshot.deps);
  }

  /** Rows about the artist, whose id is `$1`. */
  rows(text: string): Promise<readonly Row[]> {
    return sql(this.owner, text, [this.id]);
  }

  /** Pays for a pack. Returns the payment. */
  async pack(pack: keyof typeof packs = 'ten'): Promise<string> {
    const paymentId = randomUUID();
    const { reviews, price } = packs[pack];
    await sql(
      this.owner,
      `insert into billing_payments (id, pack, user_id, amount_cents, currency, period_start, period_end, paid_at)
       values ($1, $2, $3, $4, 'usd', $5, $5, $5)`,
      [paymentId, pack, this.id, price, this.now],
    );
    await this.tellPack(paymentId, reviews);
    return paymentId;
  }

  tellPack = (paymentId: string, reviews: number): Promise<void> =>
    this.database.transaction((tx) =>
      addPackLot(tx, { artistId: this.id, paymentId, reviews, now: this.now }),
    );

  /** Pays for a plan's period that starts now, or for a change in the period that runs. Returns the payment. */
  async plan(plan: Exclude<Plan, 'icon'>): Promise<string> {
    const paymentId = randomUUID();
    const subscriptionId = `sub of ${this.id}`;
    await sql(
      this.owner,
      `insert into artist_subscriptions as known (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
         current_period_start, current_period_end, billing_subscription_id)
       values ($1, $2, $6, 0, true, $3, $3, $4, $5)
       on conflict (user_id) do update set plan = excluded.plan, uploads_limit = excluded.uploads_limit,
         current_period_start = case when known.current_period_end <= $3 then $3 else known.current_period_start end,
         current_period_end = case when known.current_period_end <= $3 then $4 else known.current_period_end end`,
      [this.id, plan, this.now, this.day(30), subscriptionId, plans[plan].uploadsLimit],
    );
    await sql(
      this.owner,
      `insert into billing_payments (id, subscription_id, user_id, amount_cents, currency, period_start, period_end, paid_at)
       select $1, billing_subscription_id, user_id, $3, 'usd', current_period_start, current_period_end, $4
         from artist_subscriptions where user_id = $2`,
      [paymentId, this.id, plans[plan].pricePerMonth, this.now],
    );
    await this.tellPlan();
    return paymentId;
  }

  tellPlan = (): Promise<void> =>
    this.database.transaction(async (tx) => {
      const running = await lastingPlan(tx, this.id, this.now);
      if (running) await addPlanLots(tx, { artistId: this.id, running, now: this.now });
    });

  /** A refund or dispute of a payment, as the provider has it now. */
  async reversal(
    paymentId: string,
    status: 'succeeded' | 'failed' | 'open' | 'won' | 'lost',
    cents?: number,
  ): Promise<void> {
    const kind = status === 'succeeded' || status === 'failed' ? 'refund' : 'dispute';
    await sql(
      this.owner,
      `insert into billing_reversals (id, payment_id, kind, amount_cents, currency, status, happened_at)
       select $1, id, $3, coalesce($4, amount_cents), 'usd', $5, $6 from billing_payments where id = $2
       on conflict (id) do update set status = excluded.status, amount_cents = excluded.amount_cents`,
      [`${kind} of ${paymentId}`, paymentId, kind, cents ?? null, status, this.now],
    );
    await this.settle();
  }

  settle = (): Promise<void> =>
    this.database.transaction((tx) => settleMoney(tx, { artistId: this.id, now: this.now }));

  async stored(): Promise<string> {
    const uploadId = randomUUID();
    expect((await this.user.upload(anMp3({ mark: uploadId }), uploadId)).ok).toBe(true);
    return uploadId;
  }

  async create(
    more: { readonly reviews?: number; readonly newVersionOf?: { trackId: string; takesBack: boolean } } = {},
  ) {
    const body = { uploadId: await this.stored(), title: 'Night Bus', genre: 'indie', ...more } as const;
    return this.user.call(api.tracks.createTrack, { body });
  }

  async upload(more: Parameters<AnArtist['create']>[0] = {}): Promise<string> {
    const { answer, code } = await this.create(more);
    if (!answer) throw new Error(`The upload was refused: ${code}`);
    return answer.id;
  }

  add = (trackId: string, reviews: number, idempotencyKey: string = randomUUID()) =>
    this.user.call(api.balance.addReviews, { params: { trackId }, body: { reviews }, idempotencyKey });

  takeBack = (trackId: string, reviews: number, idempotencyKey: string = randomUUID()) =>
    this.user.call(api.balance.takeBackReviews, { params: { trackId }, body: { reviews }, idempotencyKey });

  track = (trackId: string) => this.user.get(api.tracks.readOwnTrack, { params: { trackId } });
  balance = () => this.user.get(api.balance.readReviewBalance, {});
  left = async (): Promise<number> => (await this.balance()).left;
  next = () => this.user.get(api.subscriptions.getUploadEligibility, { body: {} });

  /** So many listeners are said to send so many reviews in two weeks, so that dates are promised. */
  supply = (approved = 400, listeners = 200) =>
    sqlRow(
      this.owner,
      'update queue_supply set approved = $1, active_listeners = $2, open_places = array[0, 0, 0, 0, 0] returning 1',
      [approved, listeners],
    );

  keepDates = (): Promise<void> => keepDates(this.earshot.deps);
}
