import { integer, timestamp, uuid } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';
import type { LocalBilling } from '#server/adapters/payments/local-billing.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createCheckout } from '#server/plans/subscriptions/create-checkout.ts';
import { takeBillingNotice } from '#server/plans/subscriptions/take-billing-notice.ts';

type Needs = Dependencies & { readonly billing: LocalBilling };

/** Delivers the local provider's notices without a running server. */
export function takeNotices(deps: Needs): void {
  deps.billing.connect(async (body, headers) => {
    const report = (line: string) => process.stderr.write(`${line}\n`);
    if (!(await takeBillingNotice(deps, body, headers, report)))
      throw new Error('A billing notice was refused.');
  });
}

/** Buys a plan or a pack for a sample artist through the test mode's checkout. */
export async function buy(deps: Needs, userId: string, priceId: string): Promise<void> {
  const { url } = await createCheckout(deps, userId, priceId);
  await deps.billing.complete(url.split('/').at(-1) ?? '');
}

const insertSubscription = statement({
  takes: { userId: uuid, price: integer, start: timestamp, end: timestamp },
  gives: {},
})`insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
     current_period_start, current_period_end)
   values (${'userId'}, 'unlimited', null, ${'price'}, true, ${'start'}, ${'start'}, ${'end'})`;

/** Gives an unlimited plan for a period in the past, without a provider. */
export const giveUnlimitedPlan = (owner: Database, userId: string, start: Date, end: Date): Promise<number> =>
  insertSubscription.run(owner, { userId, price: 9900, start, end });

const give = statement({ takes: { trackId: uuid, reviews: integer }, gives: {} })`
  with missing as (
    select id, artist_id, ${'reviews'} - (select coalesce(sum(kept_reviews(given)), 0)::integer from assignments given
        where given.track_id = track.id) as reviews
      from artist_tracks track where id = ${'trackId'}),
  lot as (
    insert into review_lots (artist_id, source, reviews, created_at, opens_at, expires_at, told_at)
    select artist_id, 'before', reviews, now(), now(), now() + interval '12 months', now() from missing where reviews > 0
    returning id)
  insert into assignments (lot_id, track_id, reviews, weight, assigned_at)
  select lot.id, missing.id, missing.reviews, 1, now() from lot, missing`;

/** Assigns reviews to a sample track until it has this many, for a page with many reviews. */
export const giveSampleReviews = (owner: Database, trackId: string, reviews: number): Promise<number> =>
  give.run(owner, { trackId, reviews });

/** Sample listeners take no places of others, so those of the samples' own tracks are taken here, oldest first. */
export const takePlaces = statement({ takes: {}, gives: {} })`
  with places as (
    select id, track_id, row_number() over (partition by track_id order by assigned_at, id) as place
      from assignments, generate_series(1, reviews - taken_back) where closed_at is null),
  sent as (
    select id, track_id, row_number() over (partition by track_id order by created_at, id) as place
      from reviews where status in ('pending', 'approved'))
  update reviews set assignment_id = places.id
    from sent join places using (track_id, place) where reviews.id = sent.id`;

/** Gives the first reviews of a sample track a date. The job that keeps dates then settles it. */
export const promiseDate = statement({ takes: { trackId: uuid, promisedAt: timestamp }, gives: {} })`
  update assignments set promise = 'open', promised_at = ${'promisedAt'}, dated = reviews
   where id = (select id from assignments where track_id = ${'trackId'} order by assigned_at, id limit 1)`;
