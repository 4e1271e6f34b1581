import type { Client, Pool } from 'pg';
import { daysFromNow, formerPlaces } from './former-places.ts';

/** Artists of version 0.6.0 with reviews of every kind. */
export async function plantFormerPlaces(client: Client) {
  const { insert, person, payment, plan, allowance, track, reviews, lease } = await formerPlaces(client);
  const date = daysFromNow(5);
  const promised = { promised_at: date, promise: 'open' };

  const planned = await person('planned');
  const paid = await plan(planned, { included: 20, taken: 12 });
  const fromPlan = { places_from: 'plan', allowance_id: paid.allowanceId };
  const later = { later_places: 2, later_at: daysFromNow(3) };
  const dated = await track(planned, 10, { ...fromPlan, ...promised, ...later });
  await reviews(dated, ['approved', 'approved', 'rejected']);
  const [pending = ''] = await reviews(dated, ['pending', 'pending']);
  const [ofTest = ''] = await reviews(dated, ['pending'], {}, true);
  const running = await lease(dated);
  await lease(dated);
  const lapsed = await lease(dated, { holds_place: false });

  const waits = await person('waiting');
  const waiting = await track(waits, 10, { waits_for: 'period', begins_at: daysFromNow(10) });
  await track(waits, 5, { waits_for: 'budget', places_from: 'credit', begins_at: daysFromNow(10) });
  const free = await track(waits, 5, { places_from: 'credit' });
  await reviews(free, ['approved', 'approved', 'approved', 'pending']);
  const missed = await track(waits, 10, { promised_at: daysFromNow(-2), promise: 'missed' });
  await reviews(missed, ['approved', 'approved', 'approved', 'pending']);
  const given = { artist_id: waits, given_at: daysFromNow(-2), reviews_moved: 0 };
  await insert('given_back', {
    track_id: missed,
    uploads: 1,
    uploads_left: 1,
    reviews: 6,
    reviews_left: 2,
    ...given,
  });
  await insert('given_back', {
    track_id: free,
    uploads: 1,
    uploads_left: 0,
    reviews: 1,
    reviews_left: 1,
    ...given,
  });

  const versions = await person('versions');
  const ofVersions = await plan(versions, { included: 40, taken: 40 });
  const formerSubscription = 'sub_former';
  const formerPayment = await payment(versions, formerSubscription);
  const formerAllowance = await allowance(versions, {
    included: 20,
    taken: 20,
    subscriptionId: formerSubscription,
    start: daysFromNow(-19),
  });
  const former = await track(versions, 3, { places_from: 'plan', allowance_id: formerAllowance });
  await reviews(former, ['approved', 'approved', 'pending']);
  const version = await track(versions, 20, {
    places_from: 'plan',
    allowance_id: ofVersions.allowanceId,
    predecessor_id: former,
    version: 2,
    moved_places: 4,
    kept_places: 5,
    taken_kept_places: 1,
  });
  await reviews(version, ['approved']);
  const panel = { size: 5, began_at: daysFromNow(-1), ends_at: daysFromNow(4) };
  await insert('version_panels', { track_id: version, former_id: former, ...panel });

  const ended = await person('ended');
  const closed = await track(ended, 3, { places_closed_at: daysFromNow(-3) });
  await reviews(closed, ['approved']);
  const [ofClosed = ''] = await reviews(closed, ['pending']);
  const heldByClosed = await lease(closed);
  const deleted = await track(ended, 10, { status: 'deleted', ...promised });
  await reviews(deleted, ['approved', 'pending']);
  const stopped = { stopped_for: 'takedown', stopped_at: daysFromNow(-1) };
  const takenDown = await track(ended, 10, { status: 'taken_down', ...promised, ...stopped });
  await reviews(takenDown, ['approved', 'pending', 'pending']);

  const house = await person('housed');
  const housed = await track(house, 10, { house_places: 2, extra_places: 1 });
  await reviews(
    housed,
    Array.from({ length: 8 }, () => 'approved'),
  );
  const [besideReplaced = ''] = await reviews(housed, ['pending']);
  const doubted = { waits_for: 'person', place_opened_at: daysFromNow(-1) };
  const [replaced = ''] = await reviews(housed, ['pending'], doubted);

  // More reviews than places.
  const over = await track(house, 2);
  await reviews(over, ['approved', 'approved', 'pending']);
  await lease(over);

  const disputed = await person('disputed');
  const { paymentId } = await plan(disputed, { included: 20, taken: 5 });
  await reverse(client, { paymentId, kind: 'dispute', status: 'open' });

  const replacedPlan = await person('replaced');
  await plan(replacedPlan, { included: 20, taken: 14 });
  await allowance(replacedPlan, {
    included: 20,
    taken: 3,
    subscriptionId: 'sub_other',
    start: daysFromNow(-18),
  });

  const trial = await person('trial');
  const start = daysFromNow(-50);
  await insert('artist_subscriptions', {
    user_id: trial,
    plan: 'icon',
    price_per_month_cents: 0,
    active: true,
    trial: true,
    started_at: start,
    expires_at: daysFromNow(10),
    current_period_start: daysFromNow(-20),
    current_period_end: daysFromNow(10),
  });
  await allowance(trial, { included: 60, taken: 30, subscriptionId: null, start });

  return {
    artists: { planned, waiting: waits, versions, ended, disputed, replaced: replacedPlan, trial },
    tracks: { dated, waiting, free, missed, former, version, closed, deleted, takenDown, housed, over },
    leases: { running, lapsed, closed: heldByClosed },
    reviews: { pending, ofTest, closed: ofClosed, replaced, besideReplaced },
    payments: { planned: paid.paymentId, former: formerPayment },
    date,
  };
}

export const refund = (client: Pool, paymentId: string) =>
  reverse(client, { paymentId, kind: 'refund', status: 'succeeded' });

const reverse = (
  client: Pick<Pool | Client, 'query'>,
  { paymentId, kind, status }: { paymentId: string; kind: string; status: string },
) =>
  client.query(
    `insert into billing_reversals (id, payment_id, kind, amount_cents, currency, status, happened_at)
     values ($1 || '-' || $2, $1, $2, 2900, 'usd', $3, now())`,
    [paymentId, kind, status],
  );
