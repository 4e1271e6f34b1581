import { lotMonths } from '#contract/business-rules.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { reviewsOpenedMail } from '../../identity/emails/plan-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { monthStart, monthsLater } from '../subscriptions/eligibility-rules.ts';
import { runningPlan } from '../subscriptions/running-plan.ts';
import { freeBudgetOfMonth, hasFreeBudget, nextMonth } from './free-lots.ts';
import { addPlanLots } from './lots.ts';
import {
  fixFreeBudget,
  lockArtist,
  openFreeLot,
  postponeFreeLot,
  tellOpened,
  unbilledPlans,
  waitingLots,
} from './lots-store.ts';

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
