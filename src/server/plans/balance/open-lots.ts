import { freeReviews, lotMonths } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { takeFromLimit } from '../../adapters/database/rate-limit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { reviewsOpenedMail } from '../../identity/emails/plan-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { runningPlan } from '../subscriptions/consume-upload.ts';
import { monthStart, monthsLater } from '../subscriptions/eligibility-rules.ts';
import {
  anyWaiting,
  fixFreeBudget,
  lockFreeBudget,
  openedFree,
  openFreeLot,
  planIncome,
  postponeFreeLot,
  readFreeBudget,
  uploadsOfShare,
  waitingLots,
} from './free-lots-store.ts';
import { addPlanLots, lotDefaults } from './lots.ts';
import { insertLot, lockArtist, tellOpened, unbilledPlans } from './lots-store.ts';

/** The job that opens reviews whose time has come, and tells their artists. */
export const openLotsJob = 'open-lots';

/** Accounts per run; the next run continues. */
const mostOfRun = 1000;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** Brings what plans that nobody bills have in a new period, opens free reviews in order, and mails artists once. */
export async function openLots(deps: Needs): Promise<void> {
  const now = deps.clock.now();
  await eachCatching(
    await unbilledPlans.all(deps.database, { now, most: mostOfRun }),
    ({ artistId }) => bringUnbilled(deps, artistId, now),
    'Some plans did not bring their reviews.',
  );
  await openWaiting(deps, now);
  await tellArtists(deps, now);
}

const bringUnbilled = ({ database }: Needs, artistId: string, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    await lockArtist.only(tx, { artistId });
    const running = await runningPlan(tx, artistId, now);
    if (running && running.billingSubscriptionId === null) await addPlanLots(tx, { artistId, running, now });
  });

type Waiting = Awaited<ReturnType<typeof waitingLots.all>>[number];

/** Opens free reviews in the order of their uploads, as far as the month's budget goes; the rest wait for the next month. */
async function openWaiting(deps: Needs, now: Date): Promise<void> {
  const waiting = await waitingLots.all(deps.database, { now, most: mostOfRun });
  if (waiting.length === 0) return;
  const budgetCents = await freeBudgetOfMonth(deps, deps.database, now);
  await fixFreeBudget.run(deps.database, { month: monthStart(now), budgetCents });
  await eachCatching(waiting, (lot) => openOrPostpone(deps, lot, now), 'Some free reviews were not opened.');
}

const openOrPostpone = (
  { database }: Needs,
  { id, artistId, opensAt }: Waiting,
  now: Date,
): Promise<unknown> =>
  database.transaction(async (tx) => {
    await lockArtist.only(tx, { artistId });
    if (await hasFreeBudget(tx, now)) {
      return openFreeLot.run(tx, { id, now, expiresAt: monthsLater(now, lotMonths) });
    }
    // It keeps its day of the month, so that what a network was spread over stays apart.
    const sinceStart = opensAt.getTime() - Date.parse(`${monthStart(opensAt)}T00:00:00Z`);
    const next = new Date(nextMonth(now).getTime() + sinceStart);
    return postponeFreeLot.run(tx, { id, opensAt: next, expiresAt: monthsLater(next, lotMonths) });
  });

const tellArtists = ({ database, config }: Needs, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { artistId, reviews, isWanted } of await tellOpened.all(tx, { now, most: mostOfRun })) {
      if (!isWanted || reviews === 0) continue;
      const { email } = await readAccount(tx, artistId);
      const mail = reviewsOpenedMail(config.publicUrl, reviews);
      await queueMail(tx, { name: '', address: email }, mail, now);
    }
  });

type BudgetNeeds = Pick<Dependencies, 'config'>;

interface FreeUpload {
  readonly artistId: string;
  readonly hasBounds: boolean;
  readonly uploadId: string;
  /** The network of the request, if it tells anything. */
  readonly sender: string | undefined;
  readonly now: Date;
}

/**
 * Adds the reviews of a free upload. They open at once if the month's budget has room for them and nobody waits in line,
 * else in order, as the budgets of the next months allow. Test and sample accounts cost nothing.
 */
export async function addFreeLot(deps: BudgetNeeds, tx: Transaction, upload: FreeUpload): Promise<void> {
  const { artistId, hasBounds, uploadId, now } = upload;
  const { opensAt, waitsForBudget } = hasBounds
    ? await openingOfFree(deps, tx, upload)
    : { opensAt: now, waitsForBudget: false };
  await insertLot.all(tx, {
    ...lotDefaults,
    artistId,
    source: 'free',
    reviews: freeReviews,
    causeId: uploadId,
    opensAt,
    expiresAt: monthsLater(opensAt, lotMonths),
    waitsForBudget,
    toldAt: waitsForBudget ? null : now,
    now,
  });
}

/** When a free upload's reviews open: now, or in line and not before that day. A sender's network gets a tenth of a day's share. */
async function openingOfFree(deps: BudgetNeeds, tx: Transaction, { sender, now }: FreeUpload) {
  const month = monthStart(now);
  await fixFreeBudget.run(tx, { month, budgetCents: await freeBudgetOfMonth(deps, tx, now) });
  const day = sender === undefined ? now : await freeDay(tx, { sender, month, now });
  if (day > now) return { opensAt: day, waitsForBudget: true };
  // Behind those who wait already; the job opens them in order.
  if ((await anyWaiting.only(tx, { now })).waits) return { opensAt: now, waitsForBudget: true };
  const isOpen = await hasFreeBudget(tx, now);
  return { opensAt: isOpen ? now : nextMonth(now), waitsForBudget: !isOpen };
}

/** Whether the month's budget still pays for a free upload. The budget stays locked until the transaction ends. */
async function hasFreeBudget(tx: Transaction, now: Date): Promise<boolean> {
  const { budgetCents } = await lockFreeBudget.only(tx, { month: monthStart(now) });
  return isCovered(await openedInMonth(tx, now), budgetCents);
}

/** Whether a free upload now would open at once, for the upload form. */
export async function isFreeOpen(deps: BudgetNeeds, db: Queryable, now: Date): Promise<boolean> {
  const budgetCents = await freeBudgetOfMonth(deps, db, now);
  return !(await anyWaiting.only(db, { now })).waits && isCovered(await openedInMonth(db, now), budgetCents);
}

const openedInMonth = (db: Queryable, now: Date) =>
  openedFree.only(db, { from: startOfMonth(now), to: nextMonth(now) });

const isCovered = ({ reviews, topCents }: { reviews: number; topCents: number }, budgetCents: number) =>
  (reviews + freeReviews) * topCents <= budgetCents;

const shareOfSender = 0.1;
/** The furthest day that a sender's uploads are spread to. */
const mostDaysAhead = 60;
const keptSeconds = (2 * mostDaysAhead * dayMilliseconds) / 1000;

/** Takes one of a sender's uploads on the first day from now on that has one left. */
async function freeDay(
  tx: Transaction,
  { sender, month, now }: { readonly sender: string; readonly month: string; readonly now: Date },
): Promise<Date> {
  const asked = { month, reviews: freeReviews, share: shareOfSender / daysOfMonth(now) };
  const { uploads } = await uploadsOfShare.only(tx, asked);
  for (let day = now; ; day = startOfDay(new Date(day.getTime() + dayMilliseconds))) {
    const bucket = `free uploads of ${sender} on ${day.toISOString().slice(0, 10)}`;
    const isLast = day.getTime() >= now.getTime() + mostDaysAhead * dayMilliseconds;
    if (isLast || (await takeFromLimit(tx, bucket, uploads, keptSeconds, now)).taken) return day;
  }
}

/** In cents: a share of last month's plan income, set when it is first used. */
async function freeBudgetOfMonth({ config }: BudgetNeeds, db: Queryable, now: Date): Promise<Cents> {
  const fixed = await readFreeBudget.one(db, { month: monthStart(now) });
  if (fixed) return fixed.budgetCents;
  const to = startOfMonth(now);
  const from = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - 1, 1));
  const { incomeCents } = await planIncome.only(db, { from, to });
  const { percent, leastCents } = config.freeBudget;
  return cents(Math.max(leastCents, Math.floor((incomeCents * percent) / 100)));
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMilliseconds) * dayMilliseconds);
const startOfMonth = (now: Date) => new Date(`${monthStart(now)}T00:00:00Z`);
/** The first moment of the next calendar month in UTC. */
export const nextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
const daysOfMonth = (now: Date): number =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
