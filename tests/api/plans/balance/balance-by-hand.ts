import { type Plan, packs, plans } from '#contract/business-rules.ts';
import { readBalance } from '#server/plans/balance/read-balance.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { type Row, sql } from '#tests/support/world/sql.ts';

// What artists and tracks have, recomputed one by one from lots, assignments, leases and reviews alone.

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const timeOf = (moment: unknown): number => (moment instanceof Date ? moment.getTime() : Number.NaN);
const of = (key: string, id: unknown) => (row: Row) => row[key] === id;

async function rowsOf({ testDatabase: { ownerDatabase: owner } }: Earshot) {
  const read = (text: string) => sql(owner, text);
  const [lots, assignments, leases, reviews, tracks, payments, reversals] = await Promise.all([
    read('select * from review_lots'),
    read('select * from assignments'),
    read('select assignment_id from leases where assignment_id is not null'),
    read("select assignment_id from reviews where status in ('pending', 'approved')"),
    read('select * from artist_tracks'),
    read('select * from billing_payments'),
    read('select * from billing_reversals'),
  ]);
  return { lots, assignments, leases, reviews, tracks, payments, reversals };
}
type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** An assignment with what listeners have of it. */
function counted({ leases, reviews }: Rows, given: Row) {
  const delivered = reviews.filter(of('assignment_id', given.id)).length;
  const taken = delivered + leases.filter(of('assignment_id', given.id)).length;
  const has = Number(given.reviews) - Number(given.taken_back);
  const isClosed = given.closed_at !== null;
  return {
    ...given,
    has,
    delivered,
    open: isClosed ? 0 : Math.max(0, has - taken),
    kept: isClosed ? Math.min(has, taken) : has,
    rank: given.late_at === null ? Number(given.weight) : 4,
    at: timeOf(given.late_at ?? given.assigned_at),
  } as const;
}
type Counted = ReturnType<typeof counted> & Row;

function trackDifferences(track: Row, given: readonly Counted[]): string[] {
  const open = given.filter((one) => one.open > 0 && one.returning_until === null);
  const places = sum(open.map((one) => one.open));
  const found: string[] = [];
  const differs = (what: string, is: unknown, should: unknown) =>
    is === should || found.push(`track ${track.id} has ${what} ${is}, not ${should}`);
  differs('open places', track.open_places, places);
  differs('places', track.has_places, track.status === 'active' && track.held_until === null && places > 0);
  if (places === 0) return found;
  const rank = Math.max(...open.map((one) => one.rank));
  differs('rank', track.queue_rank, rank);
  const oldest = Math.min(...open.filter((one) => one.rank === rank).map(({ at }) => at));
  differs('time', timeOf(track.queue_at), oldest);
  return found;
}

/** What is wrong with a date, once dates were looked after at this time. */
function dateDifferences({ lots, tracks }: Rows, given: Counted, now: Date): string[] {
  const lot = lots.find(of('id', given.lot_id));
  const track = tracks.find(of('id', given.track_id));
  const missed = lots.filter((one) => one.source === 'missed' && one.cause_id === given.id);
  const isDue = timeOf(given.promised_at) <= now.getTime() && given.stopped_for === null;
  const wrong = {
    'has a date without a promise': (given.promise === null) !== (given.promised_at === null),
    'has a date for more than it has': given.promise === 'open' && Number(given.dated) > given.has,
    'has a date for nothing': given.promise === 'open' && Number(given.dated) === 0,
    'is closed with an open date': given.closed_at !== null && given.promise === 'open',
    'has a date that nobody sold': given.promise !== null && !['plan', 'pack'].includes(String(lot?.source)),
    'is due': given.promise === 'open' && isDue && track?.status === 'active',
    'is missed, but all is there': given.promise === 'open' && given.delivered >= Number(given.dated),
    'has missed and brought not once': missed.length !== (given.promise === 'missed' ? 1 : 0),
    'is late, but not open': given.late_at !== null && (given.closed_at !== null || given.promise === 'kept'),
  };
  return Object.entries(wrong).flatMap(([text, is]) => (is ? [`assignment ${given.id} ${text}`] : []));
}

const isPlan = (name: unknown): name is Plan => typeof name === 'string' && name in plans;

/** What the lots of a payment must sum up to. */
function paymentDifferences({ lots, reversals }: Rows, payment: Row): string[] {
  const own = lots.filter(of('payment_id', payment.id));
  const bought = own.filter(({ source }) => source === 'plan' || source === 'pack');
  const house = own.filter(({ source }) => source === 'missed' || source === 'takedown');
  const reviews = sum(bought.map((lot) => Number(lot.reviews)));
  const most = bought.some(({ source }) => source === 'pack')
    ? packs.ten.reviews
    : Math.max(0, ...bought.map(({ plan }) => (isPlan(plan) ? plans[plan].includedReviews : 0)));
  const back = reversals.filter(of('payment_id', payment.id));
  const isGone =
    back.some(({ status }) => status === 'open' || status === 'lost') ||
    sum(back.filter(of('status', 'succeeded')).map((one) => Number(one.amount_cents))) >=
      Number(payment.amount_cents);
  const found: string[] = [];
  if (reviews > most) found.push(`payment ${payment.id} brought ${reviews} of ${most}`);
  if (sum(house.map((lot) => Number(lot.reviews))) > Math.ceil(reviews / 10))
    found.push(`payment ${payment.id} brought more than a tenth again`);
  for (const lot of own)
    if ((lot.closed_at !== null) !== isGone) found.push(`lot ${lot.id} is closed: ${!isGone}`);
  return found;
}

/** Every difference between what is stored or shown and what follows from the rows. */
export async function differences(earshot: Earshot, artistIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(earshot);
  const now = earshot.clock.now();
  const assignments: Counted[] = rows.assignments.map((given) => counted(rows, given));
  const ofTrack = Map.groupBy(assignments, (given) => given.track_id);
  const left = (lot: Row) =>
    Number(lot.reviews) - sum(assignments.filter(of('lot_id', lot.id)).map(({ kept }) => kept));
  const found = [
    ...rows.tracks.flatMap((track) => trackDifferences(track, ofTrack.get(track.id) ?? [])),
    ...assignments.flatMap((given) => dateDifferences(rows, given, now)),
    ...rows.payments.flatMap((payment) => paymentDifferences(rows, payment)),
    ...rows.lots.flatMap((lot) => (left(lot) < 0 ? [`lot ${lot.id} has ${left(lot)} left`] : [])),
  ];
  for (const artistId of artistIds) {
    const isUsable = (lot: Row) =>
      lot.closed_at === null &&
      !lot.waits_for_budget &&
      timeOf(lot.opens_at) <= now.getTime() &&
      timeOf(lot.expires_at) > now.getTime();
    const usable = rows.lots.filter(of('artist_id', artistId)).filter(isUsable);
    const should = sum(usable.map(left));
    const balance = await readBalance(earshot.deps.database, artistId, now);
    if (balance.left !== should) found.push(`artist ${artistId} has ${balance.left}, not ${should}`);
    if (balance.left !== sum(balance.lots.map((lot) => lot.left)))
      found.push(`artist ${artistId} has other lots`);
  }
  return found;
}
