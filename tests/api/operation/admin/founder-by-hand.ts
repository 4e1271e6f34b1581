import { cents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { type Row, sql, sqlRow } from '#tests/support/world/sql.ts';

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

/** Everything that is counted; test accounts are left out where they are people, and samples unless asked for. */
async function rowsOf({ testDatabase: { ownerDatabase: owner } }: Earshot, withSamples: boolean) {
  const counted = withSamples ? 'not person.is_test' : 'has_bounds(person)';
  const read = (text: string) => sql(owner, text.replace('has_bounds(person)', counted));
  return {
    postings: await read(
      `select account.kind, posting.amount_cents as cents, account.listener_id as owner
         from ledger.postings posting join ledger.accounts account on account.id = posting.account_id
         left join users person on person.id = account.listener_id where person.id is null or has_bounds(person)`,
    ),
    payments: await read(
      'select payment.* from billing_payments payment join users person on person.id = user_id where has_bounds(person)',
    ),
    reversals: await read('select * from billing_reversals'),
    lots: await read(
      'select lot.* from review_lots lot join users person on person.id = artist_id where has_bounds(person)',
    ),
    assignments: await read('select * from assignments'),
    tracks: await read(
      'select track.* from artist_tracks track join users person on person.id = artist_id where has_bounds(person)',
    ),
    leases: await read('select track_id, assignment_id from leases where assignment_id is not null'),
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

const stands = ({ status }: Row): boolean => status === 'pending' || status === 'approved';

/** Reviews that an assignment still has, and those that nobody has. */
const given = (assignment: Row): number => Number(assignment.reviews) - Number(assignment.taken_back);
const sent = (rows: Rows, { id }: Row) =>
  rows.reviews.filter(isOf('assignment_id', id)).filter(stands).length;
const held = (rows: Rows, { id }: Row) => rows.leases.filter(isOf('assignment_id', id)).length;
const isActive = (rows: Rows, { track_id: trackId }: Row): boolean =>
  rows.tracks.some(({ id, status }) => id === trackId && status === 'active');

function openPlaces(rows: Rows): FounderFigures['open'] {
  const places = rows.assignments
    .filter((one) => one.closed_at === null && isActive(rows, one))
    .map((one) => Math.max(0, given(one) - sent(rows, one)));
  const pending = rows.reviews.filter(isOf('status', 'pending'));
  const most = sum(places) * Number(rows.rate.top) + sum(pending.map((row) => row.reward_cents));
  return { places: sum(places), pendingReviews: pending.length, mostCents: cents(most) };
}

interface Margin {
  readonly artistId: unknown;
  readonly sold: FounderFigures['bySold'][number]['sold'];
  readonly boughtAt: number;
  readonly receivedCents: number;
  readonly rewardCents: number;
  readonly mostCents: number;
}

const everySold = ['icon', 'pack', 'basic', 'pro', 'unlimited'] as const;

/** All of an open lot, and a tenth more for dates that may be missed; of a closed one what was used. */
function mostReviews(rows: Rows, lot: Row): number {
  if (lot.closed_at === null) return Number(lot.reviews) + Math.ceil(Number(lot.reviews) / 10);
  const own = rows.assignments.filter(isOf('lot_id', lot.id));
  return sum(
    own.map((one) =>
      one.closed_at === null ? given(one) : Math.min(given(one), sent(rows, one) + held(rows, one)),
    ),
  );
}

function margins(rows: Rows, now: Date): Margin[] {
  const running = rows.lots.filter(
    ({ source, expires_at: end }) => (source === 'plan' || source === 'pack') && at(end) > now,
  );
  return running.flatMap((lot) => {
    const sold = everySold.find((name) => name === (lot.plan ?? 'pack'));
    if (!sold) return [];
    const own = rows.assignments.filter(isOf('lot_id', lot.id)).map(({ id }) => id);
    const approved = rows.reviews.filter(
      (row) => row.status === 'approved' && own.includes(row.assignment_id),
    );
    return {
      artistId: lot.artist_id,
      sold,
      boughtAt: at(lot.created_at).getTime(),
      receivedCents: received(rows, [lot.payment_id]).receivedCents,
      rewardCents: sum(approved.map((row) => row.earned_cents)),
      mostCents: mostReviews(rows, lot) * Number(rows.rate.top),
    };
  });
}

const added = (some: readonly Margin[]) => ({
  receivedCents: money(some.map((one) => one.receivedCents)),
  rewardCents: money(some.map((one) => one.rewardCents)),
  mostCents: money(some.map((one) => one.mostCents)),
});

function bySold(all: readonly Margin[]): FounderFigures['bySold'] {
  return everySold.flatMap((sold) => {
    const some = all.filter((one) => one.sold === sold);
    const artists = new Set(some.map(({ artistId }) => artistId)).size;
    return artists === 0 ? [] : { sold, artists, ...added(some) };
  });
}

function byArtist(rows: Rows, all: readonly Margin[]): FounderFigures['byArtist'] {
  const artists = [...new Set(all.map(({ artistId }) => String(artistId)))].map((userId) => {
    const own = all.filter(({ artistId }) => artistId === userId).sort((a, b) => b.boughtAt - a.boughtAt);
    const displayName = String(rows.names.find(isOf('user_id', userId))?.display_name);
    return { userId, displayName, sold: own[0]?.sold ?? 'icon', ...added(own) };
  });
  const left = (one: (typeof artists)[number]) => one.receivedCents - one.rewardCents;
  return artists.sort((a, b) => left(a) - left(b) || (a.userId < b.userId ? -1 : 1)).slice(0, 10);
}

function daysToFill(rows: Rows, since: number): number | null {
  const days = rows.tracks
    .filter((track) => track.status === 'active' && at(track.created_at).getTime() >= since)
    .flatMap((track) => {
      const own = rows.assignments.filter((one) => one.track_id === track.id && one.closed_at === null);
      const isFull = own.length > 0 && sum(own.map(given)) <= sum(own.map((one) => sent(rows, one)));
      const isHeard = rows.leases.some(isOf('track_id', track.id));
      const times = rows.reviews
        .filter(isOf('track_id', track.id))
        .filter(stands)
        .map((row) => at(row.created_at).getTime());
      if (!isFull || isHeard || times.length === 0) return [];
      return [(Math.max(...times) - at(track.created_at).getTime()) / dayMilliseconds];
    })
    .sort((a, b) => a - b);
  const [low, high] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export async function figuresByHand(earshot: Earshot, withSamples: boolean): Promise<FounderFigures> {
  const rows = await rowsOf(earshot, withSamples);
  const today = Math.floor(earshot.clock.now().getTime() / dayMilliseconds) * dayMilliseconds;
  const booked = (kind: string) => money(rows.postings.filter(isOf('kind', kind)).map((row) => row.cents));
  const since = today - 13 * dayMilliseconds;
  const recent = rows.reviews.filter((row) => at(row.created_at).getTime() >= since);
  const approved = recent.filter(isOf('status', 'approved'));
  const listeners = new Set(recent.map((row) => row.listener_id)).size;
  const doubted = recent.filter(({ id }) => rows.findings.some(isOf('review_id', id)));
  const days = Array.from({ length: 14 }, (_, index) => dayOf(new Date(since + index * dayMilliseconds)));
  const asked = rows.assignments.filter((one) => isActive(rows, one));
  const open = rows.payouts.filter((row) =>
    ['waiting', 'sending', 'checking'].includes(String(row.transfer)),
  );
  const underWay = open.filter(isOf('status', 'completed'));
  const [oldest] = open
    .filter(({ status }) => status === 'completed' || status === 'pending')
    .sort((a, b) => Number(a.created_at) - Number(b.created_at) || (String(a.id) < String(b.id) ? -1 : 1));
  const all = margins(rows, earshot.clock.now());
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
    bySold: bySold(all),
    byArtist: byArtist(rows, all),
    days: days.map((day) => ({
      day,
      places: sum(asked.filter((one) => dayOf(one.assigned_at) === day).map(given)),
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
