import type { z } from 'zod';
import type {
  report as reportCall,
  reportCopyright as reportCopyrightCall,
} from '#contract/operation/reports/reports.ts';
import type { ReportedKind } from '#contract/report-reasons.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { countReport } from '../../identity/account-limits.ts';
import { readLinkPage } from '../../music/circle/guest-audio.ts';
import { holdReported } from '../../music/tracks/audio/hold-recording.ts';
import { namedTrack } from '../../reviewing/listening/served-lease.ts';
import { rightEndsUntil } from '../../trust/standing/dismissal-rules.ts';
import {
  anyThing,
  dismissalsOf,
  hearsBlind,
  insertReport,
  lockReporter,
  storeRepeatedReport,
  thingSeenBy,
  thingSeenByAll,
} from './reports-store.ts';

type NewReport = Parameters<typeof insertReport.one>[1];
type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>;

/**
 * Stores a report of an item that the caller can see, once for each account and item. A repeated report counts toward the daily
 * limit.
 * @throws Refusal not_found, own_report, reports_ended, reported_already, reports_a_day
 */
export async function sendReport(
  deps: Needs,
  reporterId: string,
  { kind, thingId: namedId, reason, statement = '' }: z.output<typeof reportCall.body>,
): Promise<void> {
  const now = deps.clock.now();
  const isAnswered = await deps.database.transaction(async (tx) => {
    const thingId = kind === 'track' ? await namedTrack(tx, reporterId, namedId) : namedId;
    const thing = (await thingSeenBy.one(tx, { kind, thingId, userId: reporterId })) ?? refuse('not_found');
    if (thing.ownerId === reporterId) refuse('own_report');
    await requireRight(tx, reporterId, now);
    await countReport(tx, deps, { userId: reporterId });
    const report = {
      ...thing,
      reporterId,
      reason,
      statement: statement || null,
      name: null,
      email: null,
      now,
    };
    if (await storeReport(tx, report)) return true;
    if (!(await hidesRepeats(tx, kind, reporterId))) return false;
    await storeRepeatedReport.run(tx, report);
    return true;
  });
  // Thrown outside the transaction, so that the count is still stored.
  if (!isAnswered) refuse('reported_already');
}

/** Returns false if the sender has already reported the item. A copyright report holds a track that is the same recording as another. */
async function storeReport(tx: Transaction, report: NewReport): Promise<boolean> {
  if (!(await insertReport.one(tx, report))) return false;
  if (report.reason === 'copyright') await holdReported(tx, { trackId: report.trackId, now: report.now });
  return true;
}

/**
 * While a listener has a blind track, no report of any track is refused as 'reported already'. Otherwise they could find the
 * blind track by trying ids, or by being the only one that is not refused.
 */
const hidesRepeats = async (tx: Transaction, kind: ReportedKind, listenerId: string): Promise<boolean> =>
  kind === 'track' && (await hearsBlind.only(tx, { listenerId })).hearsBlind;

async function requireRight(tx: Transaction, reporterId: string, now: Date): Promise<void> {
  await lockReporter.one(tx, { reporterId });
  const dismissals = (await dismissalsOf.all(tx, { reporterId })).map(({ decidedAt }) => decidedAt);
  const until = rightEndsUntil(dismissals, now);
  if (until) refuse('reports_ended', { until: until.toISOString() });
}

/**
 * Stores a signed-out report of a public track, or of the one at the address of a private link. A repeated report from the same address is accepted and counted, but
 * not stored.
 * @throws Refusal not_found, reports_a_day
 */
export function sendCopyrightReport(
  deps: Needs,
  client: Client,
  { trackId, name, email, statement }: z.output<typeof reportCopyrightCall.body>,
): Promise<void> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const thing = (await trackSeenByAll(tx, trackId, now)) ?? refuse('not_found');
    const report = { ...thing, reporterId: null, reason: 'copyright', statement, name, email, now } as const;
    await countReport(tx, deps, { address: client.address });
    await storeReport(tx, report);
  });
}

/** A link that has ended names no track, as its page. */
async function trackSeenByAll(tx: Transaction, id: string, now: Date) {
  const link = await readLinkPage(tx, id, now);
  return link?.isOpen
    ? anyThing.one(tx, { kind: 'track', thingId: link.trackId })
    : thingSeenByAll.one(tx, { kind: 'track', thingId: id });
}
