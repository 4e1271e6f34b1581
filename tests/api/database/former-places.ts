import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';

type Row = Readonly<Record<string, string | number | boolean | Date | Buffer | null>>;

export const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Inserts rows of version 0.6.0, as its own triggers would have left them. */
export async function formerPlaces(client: Client) {
  await client.query(`set session_replication_role = 'replica'`);
  const insert = (table: string, row: Row) =>
    client.query(
      `insert into ${table} (${Object.keys(row).join(', ')})
       values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );

  async function person(name: string, isTest = false): Promise<string> {
    const id = randomUUID();
    const email = `${name}-${id}@former.example`;
    await insert('users', { id, email, email_normalized: email, password_hash: '', is_test: isTest });
    await insert('profiles', { user_id: id, username: id, display_name: name });
    return id;
  }

  async function payment(artistId: string, subscriptionId: string): Promise<string> {
    const id = `in_${randomUUID()}`;
    const period = { period_start: daysFromNow(-20), period_end: daysFromNow(10), paid_at: daysFromNow(-20) };
    const paid = { amount_cents: 2900, currency: 'usd', ...period };
    await insert('billing_payments', { id, subscription_id: subscriptionId, user_id: artistId, ...paid });
    return id;
  }

  /** A plan whose period runs and was paid, and what is left of its reviews. */
  async function plan(artistId: string, { included, taken }: { included: number; taken: number }) {
    const subscriptionId = `sub_${randomUUID()}`;
    const period = { current_period_start: daysFromNow(-20), current_period_end: daysFromNow(10) };
    await insert('artist_subscriptions', {
      user_id: artistId,
      plan: 'basic',
      price_per_month_cents: 2900,
      active: true,
      billing_subscription_id: subscriptionId,
      ...period,
    });
    const allowanceId = await allowance(artistId, {
      included,
      taken,
      subscriptionId,
      start: period.current_period_start,
    });
    return { subscriptionId, allowanceId, paymentId: await payment(artistId, subscriptionId) };
  }

  async function allowance(
    artistId: string,
    of: { included: number; taken: number; subscriptionId: string | null; start: Date },
  ): Promise<string> {
    const id = randomUUID();
    const { included, taken, subscriptionId, start } = of;
    await insert('review_allowances', {
      id,
      artist_id: artistId,
      plan: 'basic',
      period_start: start,
      period_end: daysFromNow(10),
      included,
      taken,
      billing_subscription_id: subscriptionId,
    });
    return id;
  }

  async function track(artistId: string, reviewTarget: number, more: Row = {}): Promise<string> {
    const id = randomUUID();
    const sound = {
      byte_length: 1,
      duration_ms: 1,
      sample_count: 1,
      sample_rate: 1,
      content_sha256: randomBytes(32),
    };
    await insert('audio_files', { id, artist_id: artistId, storage_key: id, ...sound });
    await insert('artist_tracks', {
      id,
      artist_id: artistId,
      audio_file_id: id,
      title: 'Former',
      genre: 'rock',
      priority_weight: 2,
      review_target: reviewTarget,
      content_sha256: randomBytes(32),
      created_at: daysFromNow(-15),
      ...more,
    });
    return id;
  }

  /** Reviews of a track, each by somebody else. Returns their ids. */
  async function reviews(trackId: string, statuses: readonly string[], more: Row = {}, isTest = false) {
    const { rows } = await client.query('select artist_id from artist_tracks where id = $1', [trackId]);
    const ids: string[] = [];
    for (const status of statuses) {
      const id = randomUUID();
      const isDecided = status !== 'pending';
      await insert('reviews', {
        id,
        track_id: trackId,
        listener_id: await person('listener', isTest),
        artist_id: rows[0].artist_id,
        rating: 4,
        comment: 'Heard.',
        status,
        listening_time: 60,
        review_month: '2026-11-01',
        earned_cents: status === 'approved' ? 15 : 0,
        decided_at: isDecided ? daysFromNow(-1) : null,
        decision_reason: status === 'rejected' ? 'copied' : null,
        ...more,
      });
      ids.push(id);
    }
    const counted = statuses.filter((status) => status !== 'rejected').length;
    await client.query(
      `update artist_tracks set review_count = review_count + $2::integer, rating_sum = rating_sum + 4 * $2::integer,
         apart_count = apart_count + $3 where id = $1`,
      [trackId, counted, isTest ? counted : 0],
    );
    return ids;
  }

  /** A running lease of a track, which holds a place unless it has lapsed. */
  async function lease(trackId: string, more: Row = {}): Promise<string> {
    const id = randomUUID();
    await insert('assignments', {
      id,
      listener_id: await person('listener'),
      track_id: trackId,
      leased_until: daysFromNow(1),
      ...more,
    });
    const holds = more.holds_place !== false;
    if (holds)
      await client.query('update artist_tracks set running_leases = running_leases + 1 where id = $1', [
        trackId,
      ]);
    return id;
  }

  return { insert, person, payment, plan, allowance, track, reviews, lease };
}
