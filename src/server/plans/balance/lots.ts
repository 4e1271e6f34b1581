import { lotMonths } from '#contract/business-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { monthsLater, type Subscription } from '../subscriptions/eligibility-rules.ts';
import { refundableUntil } from '../subscriptions/refund-rules.ts';
import { closeAssignmentsOfLots, lockTracksOfLots } from './assignments-store.ts';
import { mostOfHouse, openingOf, reviewsToBring } from './balance-rules.ts';
import {
  anyUsed,
  closeLots,
  firstPlanPayment,
  givenByHouse,
  insertLot,
  lockArtist,
  lockPayment,
  lotsOfPeriod,
  namePayments,
  openedOfPlans,
  paymentOfPeriod,
  reopenLots,
  uploadCameBack,
} from './lots-store.ts';

const paidByNobody = { paymentId: null, plan: null, subscriptionId: null, periodStart: null, causeId: null };
export const lotDefaults = { ...paidByNobody, uploads: 0, waitsForBudget: false, toldAt: null };

/** The period that a plan's reviews count for: the plan's month, or the whole trial. */
export function periodOf(running: Subscription): { readonly start: Date; readonly end: Date } {
  const { plan, startedAt, expiresAt, periodStart, periodEnd } = running;
  if (plan === 'icon' && expiresAt !== null) return { start: startedAt, end: expiresAt };
  return { start: periodStart, end: periodEnd };
}

/**
 * Brings the lots of the plan's period up to its highest plan: all of its reviews, or what an upgrade adds. While the
 * account's first payment may be refunded, only some of them open at once. Repeating it changes nothing.
 */
export async function addPlanLots(
  tx: Transaction,
  {
    artistId,
    running,
    now,
  }: { readonly artistId: string; readonly running: Subscription; readonly now: Date },
): Promise<void> {
  await lockArtist.only(tx, { artistId });
  const { plan, billingSubscriptionId: subscriptionId } = running;
  const period = periodOf(running);
  const middle = new Date((period.start.getTime() + period.end.getTime()) / 2);
  const since = new Date(2 * period.start.getTime() - middle.getTime());
  const known = await lotsOfPeriod.all(tx, { artistId, subscriptionId, since });
  const payment =
    subscriptionId === null ? undefined : await paymentOfPeriod.one(tx, { subscriptionId, middle });
  const reviews = reviewsToBring(known, plan, period, payment?.paidAt ?? now);
  if (known.length === 0 || reviews > 0) {
    const until = subscriptionId === null ? null : await mayBeRefundedUntil(tx, artistId, running);
    const isRefundable = until !== null && until > now;
    const { opened } = await openedOfPlans.only(tx, { artistId, now });
    const opening = openingOf(reviews, opened, isRefundable);
    const lot = {
      ...lotDefaults,
      artistId,
      source: 'plan',
      paymentId: payment?.id ?? null,
      plan,
      subscriptionId,
      periodStart: period.start,
      expiresAt: period.end,
      now,
    } as const;
    if (opening.now > 0) await insertLot.all(tx, { ...lot, reviews: opening.now, opensAt: now });
    if (opening.later > 0 && until !== null) {
      const expiresAt = until > period.end ? until : period.end;
      await insertLot.all(tx, { ...lot, reviews: opening.later, opensAt: until, expiresAt });
    }
  }
  await settleMoney(tx, { artistId, now });
}

/** Until when the account's first payment for a plan may be refunded: the same time for the refund and for its reviews. */
export async function mayBeRefundedUntil(
  tx: Pick<Transaction, 'query'>,
  artistId: string,
  { startedAt }: Pick<Subscription, 'startedAt'>,
): Promise<Date> {
  const { paidAt } = await firstPlanPayment.only(tx, { artistId });
  return refundableUntil(paidAt ?? startedAt);
}

/** Adds a pack's reviews and its upload, once for a payment. */
export async function addPackLot(
  tx: Transaction,
  {
    artistId,
    paymentId,
    reviews,
    now,
  }: {
    readonly artistId: string;
    readonly paymentId: string;
    readonly reviews: number;
    readonly now: Date;
  },
): Promise<void> {
  await lockArtist.only(tx, { artistId });
  await insertLot.all(tx, {
    ...lotDefaults,
    artistId,
    source: 'pack',
    reviews,
    uploads: 1,
    paymentId,
    opensAt: now,
    expiresAt: monthsLater(now, lotMonths),
    toldAt: now,
    now,
  });
  await settleMoney(tx, { artistId, now });
}

/** Whether nothing of a payment's pack was used: neither a review nor the upload. The caller has locked the artist. */
export const isLotUnused = async (tx: Transaction, paymentId: string): Promise<boolean> =>
  !(await anyUsed.only(tx, { paymentId })).isUsed;

/**
 * Closes the lots of payments whose money is gone, with all that tracks have of them and nobody uses, and opens those again
 * whose money is back. It reads how things stand, so the order in which the provider reports does not matter.
 */
export async function settleMoney(
  tx: Transaction,
  { artistId, now }: { readonly artistId: string; readonly now: Date },
): Promise<void> {
  await lockArtist.one(tx, { artistId });
  await namePayments.run(tx, { artistId });
  const lotIds = (await closeLots.all(tx, { artistId, now })).map(({ id }) => id);
  if (lotIds.length > 0) {
    await lockTracksOfLots.all(tx, { lotIds });
    await closeAssignmentsOfLots.run(tx, { lotIds, now });
  }
  await reopenLots.run(tx, { artistId, now });
}

/**
 * Adds what a missed date or a wrong takedown brings: the missing reviews, as far as the payment that brought the track's
 * reviews allows, and the upload unless it came back before. Returns how many reviews; null if it was done before. The
 * caller has locked the artist.
 */
export async function addHouseLot(
  tx: Transaction,
  house: {
    readonly artistId: string;
    readonly source: 'missed' | 'takedown';
    readonly causeId: string;
    readonly lotId: string;
    readonly missing: number;
    readonly trackId: string;
    readonly bringsUpload: boolean;
    readonly now: Date;
  },
): Promise<number | null> {
  const { lotId, missing, trackId, bringsUpload, now, ...lot } = house;
  const lotIds = (await lockPayment.all(tx, { lotId })).map(({ id }) => id);
  const { brought, given, paymentId } = await givenByHouse.only(tx, { lotIds });
  const reviews = Math.max(0, Math.min(missing, mostOfHouse(brought) - given));
  const uploads = bringsUpload && !(await uploadCameBack.only(tx, { trackId })).cameBack ? 1 : 0;
  const expiresAt = monthsLater(now, 1);
  const row = {
    ...lotDefaults,
    ...lot,
    reviews,
    uploads,
    paymentId,
    opensAt: now,
    expiresAt,
    toldAt: now,
    now,
  };
  return (await insertLot.one(tx, row)) ? reviews : null;
}
