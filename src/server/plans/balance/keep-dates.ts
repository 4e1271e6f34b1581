import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { missedDateMail } from '../../identity/emails/plan-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { countSupply, openAssignments } from './assignments-store.ts';
import {
  anyOverBudget,
  closeKept,
  dueDates,
  lateHours,
  lockDueDate,
  lockTrack,
  markLate,
  missedDate,
  settleDate,
  turnClocks,
} from './dates-store.ts';
import { forecastDays } from './forecast-rules.ts';
import { addHouseLot } from './lots.ts';
import { lockArtist } from './lots-store.ts';

/** The job that counts the supply and keeps track of promised dates. */
export const keepDatesJob = 'keep-dates';

/** With fewer reviews approved on the platform in 14 days, late tracks get no priority. */
const leastApproved = 20;
/** Dates per run; the next run continues. */
const mostOfRun = 1000;

type Needs = Pick<Dependencies, 'database' | 'clock'>;
type Due = Awaited<ReturnType<typeof dueDates.all>>[number];

/** Stops and starts clocks, closes kept dates, marks late ones, and brings what missed dates owe. */
export async function keepDates({ database, clock }: Needs): Promise<void> {
  const now = clock.now();
  await countSupply.run(database, { since: new Date(now.getTime() - forecastDays * dayMilliseconds), now });
  const until = new Date(now.getTime() + lateHours * 3_600_000);
  // Transactions, because only these are tried again if they wait for an artist's act that waits for them.
  await database.transaction((tx) => turnClocksOf(tx, null, now));
  await database.transaction((tx) => closeKept.run(tx, {}));
  await database.transaction((tx) => markLate.run(tx, { now, until, leastApproved }));
  await eachCatching(
    await dueDates.all(database, { now, most: mostOfRun }),
    (due) => database.transaction((tx) => settleDue(tx, due, now)),
    'Some dates could not be settled.',
  );
}

/** Stops or starts the clocks of a track's dates when it is taken down or restored; with null those of all tracks. */
export async function turnClocksOf(db: Queryable, trackId: string | null, now: Date): Promise<void> {
  const { isBudgetSpent } = await anyOverBudget.only(db, {});
  await turnClocks.run(db, { isBudgetSpent, trackId, now });
}

/** Settles a date that has passed, once: it was kept, or the missing reviews and, for a track's first one, the upload come back. */
async function settleDue(tx: Transaction, { id, trackId, lotId, artistId }: Due, now: Date): Promise<void> {
  await lockArtist.only(tx, { artistId });
  const track = await lockTrack.one(tx, { trackId });
  const date = await lockDueDate.one(tx, { id, now });
  if (!date || track?.status !== 'active') return;
  const { dated, delivered, isFirst } = date;
  const promise = delivered >= dated ? 'kept' : 'missed';
  await settleDate.run(tx, { id, promise });
  if (promise === 'kept') return;
  const house = { artistId, source: promise, causeId: id, lotId, missing: dated - delivered, now } as const;
  await addHouseLot(tx, { ...house, trackId, bringsUpload: isFirst });
  await enqueue(tx, {
    name: mailMissedDateJob,
    payload: { assignmentId: id },
    key: `${mailMissedDateJob}:${id}`,
  });
}

/** The job's name in the queue. Its payload is `{ assignmentId }`. */
export const mailMissedDateJob = 'mail-missed-date';

/** Tells an artist that a promised date was missed, and what that brought. Sent once, even if notices are switched off. */
export const mailMissedDate = (
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  assignmentId: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    const missed = await missedDate.one(tx, { assignmentId });
    if (!missed) return;
    const { email } = await readAccount(tx, missed.artistId);
    const mail = missedDateMail(config.publicUrl, missed);
    await queueMail(tx, { name: '', address: email }, mail, clock.now(), {
      key: `missed-date:${assignmentId}`,
    });
  });

/**
 * Brings the artist of a track that was taken down by mistake what a missed date would: the reviews that it still lacks, up to
 * the same bound, and the upload. The track keeps its own. Once for a track; null if there is nothing to bring.
 */
export async function giveBackTrack(
  tx: Transaction,
  { trackId, artistId, now }: { readonly trackId: string; readonly artistId: string; readonly now: Date },
): Promise<number | null> {
  await lockArtist.only(tx, { artistId });
  const assignments = await openAssignments.all(tx, { trackId });
  const [newest] = assignments;
  if (!newest) return null;
  const missing = assignments.reduce((sum, { open }) => sum + open, 0);
  const { lotId } = newest;
  const house = { artistId, source: 'takedown', causeId: trackId, lotId, missing, now } as const;
  return addHouseLot(tx, { ...house, trackId, bringsUpload: true });
}
