import { cents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { type Row, sql, sqlRow } from '#tests/support/world/sql.ts';
import type { Payment } from './founder-play.ts';

// The founder's figures counted by hand: from the single postings of the journal, the rows of the billing notices, and tracks and
// reviews one by one.

const dayMilliseconds = 24 * 3600 * 1000;
const sum = (numbers: readonly unknown[]): number =>
  numbers.reduce<number>((all, one) => all + Number(one ?? 0), 0);
const money = (numbers: readonly unknown[]) => cents(sum(numbers));
/** A moment as the database gave it, with its thousandths. */
const at = (moment: unknown): Date => (moment instanceof Date ? moment : new Date(String(moment)));
const dayOf = (moment: unknown): string => at(moment).toISOString().slice(0, 10);
const isOf = (key: string, value: unknown) => (row: Row) => row[key] === value;

/** Everything that is counted; accounts of tests and samples are left out where they are people. */
async function rowsOf({ testDatabase: { ownerDatabase: owner } }: Earshot) {
  const read = (text: string) => sql(owner, text);
  return {
    postings: await read(
      `select account.kind, posting.amount_cents as cents, account.listener_id as owner
         from ledger.postings posting join ledger.accounts account on account.id = posting.account_id
         left join users person on person.id = account.listener_id where person.id is null or has_bounds(person)`,
    ),
    payments: await read('select * from billing_payments'),
    reversals: await read('select * from billing_reversals'),
    allowances: await read('select * from review_allowances'),
    running: await read('select user_id from artist_subscriptions where active'),
    tracks: await read('select * from artist_tracks'),
    leases: await read('select track_id from leases where holds_place'),
    reviews: await read(
      'select review.* from reviews review join users person on person.id = listener_id where has_bounds(person)',
    ),
    findings: await read('select * from review_findings where not passed'),
    payouts: await read(
      `select request.*, travel.transfer, travel.cost_cents, profile.display_name from payout_requests request
         join payout_transfers travel on travel.payout_id = request.id join profiles profile on profile.user_id = request.listener_id
         join users person on person.id = request.listener_id where has_bounds(person)`,
    ),
    costs: await read('select cost_cents from payout_transfers'),
    names: await read('select user_id, display_name from profiles'),
    rate: await sqlRow(owner, 'select greatest(reward_cents, trusted_reward_cents) as top from ledger.rates'),
  };
}
type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** What is left of payments by the notices. */
function received(rows: Rows, ids: readonly unknown[]): FounderFigures['plans'] {
  const paid = rows.payments.filter(({ id }) => ids.includes(id));
  const back = rows.reversals.filter(({ payment_id: id }) => ids.includes(id));
  const disputes = back.filter(isOf('kind', 'dispute'));
  const paidCents = money(paid.map((row) => row.amount_cents));
  const feeCents = cents(
    0 - sum(paid.map((row) => row.fee_cents)) - sum(disputes.map((row) => row.fee_cents)),
  );
  const refunds = back.filter(isOf('status', 'succeeded'));
  const taken = disputes.filter(({ status }) => status !== 'won');
  const refundCents = cents(0 - sum(refunds.map((row) => row.amount_cents)));
  const disputeCents = cents(0 - sum(taken.map((row) => row.amount_cents)));
  const receivedCents = cents(paidCents + feeCents + refundCents + disputeCents);
  return { paidCents, feeCents, refundCents, disputeCents, receivedCents };
}

const standing = (rows: Rows, trackId: unknown) =>
  rows.reviews.filter(
    ({ track_id: of, status }) => of === trackId && (status === 'pending' || status === 'approved'),
  );

function openPlaces(rows: Rows): FounderFigures['open'] {
  const places = rows.tracks
    .filter(({ places_from: from }) => from !== 'apart')
    .map((track) => {
      const held = rows.leases.filter(isOf('track_id', track.id)).length;
      const all = sum([track.review_target, track.house_places, track.extra_places]);
      const left = all - standing(rows, track.id).length;
      const isServed =
        track.status === 'active' && track.waits_for === null && track.places_closed_at === null;
      const isLater = track.status === 'active' && track.later_at !== null;
      return isLater || (isServed && left - held > 0) ? left : held;
    });
  const pending = rows.reviews.filter(isOf('status', 'pending'));
  const most = sum(places) * Number(rows.rate.top) + sum(pending.map((row) => row.reward_cents));
  return { places: sum(places), pendingReviews: pending.length, mostCents: cents(most) };
}

interface Margin {
  readonly artistId: unknown;
  readonly plan: FounderFigures['byPlan'][number]['plan'];
  readonly startedAt: number;
  readonly receivedCents: number;
  readonly rewardCents: number;
  readonly mostCents: number;
}

const planNames = ['icon', 'basic', 'pro', 'unlimited'] as const;

/**
 * Uploads take from the newest period of a plan that runs. Of others it is what was taken, with all of the house pool where that can
 * still give places to one of its tracks.
 */
function mostReviews({ running, allowances, tracks }: Rows, period: Row): number {
  const included = Number(period.included);
  const pool = Math.floor(included / 5);
  const fed = tracks.filter(isOf('allowance_id', period.id)).filter(isOf('places_closed_at', null));
  const house = fed.some(({ status }) => status !== 'deleted') ? pool : Number(period.house_taken);
  const newest = allowances
    .filter(isOf('artist_id', period.artist_id))
    .toSorted((a, b) => at(b.period_start).getTime() - at(a.period_start).getTime())[0];
  const isUsable = running.some(isOf('user_id', period.artist_id)) && newest === period;
  return isUsable ? included + pool : Number(period.taken) + house;
}

function margins(rows: Rows, paid: readonly Payment[]): Margin[] {
  return rows.allowances.flatMap((period) => {
    const plan = planNames.find((name) => name === period.plan);
    if (!plan) return [];
    const tracks = rows.tracks.filter(isOf('allowance_id', period.id)).map(({ id }) => id);
    const approved = rows.reviews.filter((row) => row.status === 'approved' && tracks.includes(row.track_id));
    const payments = paid.filter(({ allowanceId }) => allowanceId === period.id).map(({ id }) => id);
    return {
      artistId: period.artist_id,
      plan,
      startedAt: at(period.period_start).getTime(),
      receivedCents: received(rows, payments).receivedCents,
      rewardCents: sum(approved.map((row) => row.earned_cents)),
      mostCents: mostReviews(rows, period) * Number(rows.rate.top),
    };
  });
}

const added = (some: readonly Margin[]) => ({
  receivedCents: money(some.map((one) => one.receivedCents)),
  rewardCents: money(some.map((one) => one.rewardCents)),
  mostCents: money(some.map((one) => one.mostCents)),
});

function byPlan(all: readonly Margin[]): FounderFigures['byPlan'] {
  return planNames.flatMap((plan) => {
    const some = all.filter((one) => one.plan === plan);
    const artists = new Set(some.map(({ artistId }) => artistId)).size;
    return artists === 0 ? [] : { plan, artists, ...added(some) };
  });
}

function byArtist(rows: Rows, all: readonly Margin[]): FounderFigures['byArtist'] {
  const artists = [...new Set(all.map(({ artistId }) => String(artistId)))].map((userId) => {
    const own = all.filter(({ artistId }) => artistId === userId).sort((a, b) => b.startedAt - a.startedAt);
    const displayName = String(rows.names.find(isOf('user_id', userId))?.display_name);
    return { userId, displayName, plan: own[0]?.plan ?? 'icon', ...added(own) };
  });
  const left = (one: (typeof artists)[number]) => one.receivedCents - one.rewardCents;
  return artists.sort((a, b) => left(a) - left(b) || (a.userId < b.userId ? -1 : 1)).slice(0, 10);
}

function daysToFill(rows: Rows, since: number): number | null {
  const days = rows.tracks
    .filter(
      (track) => track.status === 'active' && track.waits_for === null && Number(track.review_target) > 0,
    )
    .filter(({ places_from: from }) => from === 'plan' || from === 'credit')
    .filter((track) => at(track.created_at).getTime() >= since)
    .flatMap((track) => {
      const sent = standing(rows, track.id).map((row) => at(row.created_at).getTime());
      const all = sum([track.review_target, track.house_places, track.extra_places]);
      const created = at(track.created_at).getTime();
      return sent.length < all ? [] : [(Math.max(...sent) - created) / dayMilliseconds];
    })
    .sort((a, b) => a - b);
  const [low, high] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export async function figuresByHand(earshot: Earshot, paid: readonly Payment[]): Promise<FounderFigures> {
  const rows = await rowsOf(earshot);
  const today = Math.floor(earshot.clock.now().getTime() / dayMilliseconds) * dayMilliseconds;
  const booked = (kind: string) => money(rows.postings.filter(isOf('kind', kind)).map((row) => row.cents));
  const since = today - 13 * dayMilliseconds;
  const recent = rows.reviews.filter((row) => at(row.created_at).getTime() >= since);
  const approved = recent.filter(isOf('status', 'approved'));
  const listeners = new Set(recent.map((row) => row.listener_id)).size;
  const doubted = recent.filter(({ id }) => rows.findings.some(isOf('review_id', id)));
  const days = Array.from({ length: 14 }, (_, index) => dayOf(new Date(since + index * dayMilliseconds)));
  const asked = rows.tracks.filter(
    (track) => track.status === 'active' && ['plan', 'credit'].includes(String(track.places_from)),
  );
  const open = rows.payouts.filter((row) =>
    ['waiting', 'sending', 'checking'].includes(String(row.transfer)),
  );
  const underWay = open.filter(isOf('status', 'completed'));
  const [oldest] = open
    .filter(({ status }) => status === 'completed' || status === 'pending')
    .sort((a, b) => Number(a.created_at) - Number(b.created_at) || (String(a.id) < String(b.id) ? -1 : 1));
  const all = margins(rows, paid);
  return {
    plans: received(
      rows,
      rows.payments.map(({ id }) => id),
    ),
    owed: {
      availableCents: booked('available'),
      pendingCents: booked('pending'),
      onTheWayCents: money(underWay.map((row) => row.amount_cents)),
      owedBackCents: booked('owed'),
    },
    payoutCostCents: cents(0 - sum(rows.costs.map((row) => row.cost_cents))),
    open: openPlaces(rows),
    byPlan: byPlan(all),
    byArtist: byArtist(rows, all),
    days: days.map((day) => ({
      day,
      places: sum(
        asked.filter((track) => dayOf(track.created_at) === day).map((track) => track.review_target),
      ),
      approved: approved.filter((row) => dayOf(row.created_at) === day).length,
    })),
    listeners,
    reviewsPerListener: listeners === 0 ? null : approved.length / listeners,
    daysToFill: daysToFill(rows, today - 30 * dayMilliseconds),
    sentReviews: recent.length,
    doubts: doubted.length === 0 ? [] : [{ rule: 'pace', reviews: doubted.length }],
    oldestPayout: oldest
      ? {
          userId: String(oldest.listener_id),
          displayName: String(oldest.display_name),
          createdAt: at(oldest.created_at).toISOString(),
        }
      : null,
  };
}
