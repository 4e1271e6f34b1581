import type { Database, Queryable } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { forgetAudits, keepAudit, lastAudit, runAudit } from './ledger-audit-store.ts';

const keptMilliseconds = 90 * 24 * 3600 * 1000;
const mostDetails = 100;

/** The ledger contradicts itself: an alarm for the operator. */
class LedgerFindings extends Error {
  override readonly name = 'LedgerFindings';
}

/**
 * Checks the whole ledger against itself and keeps the outcome for the metrics.
 * @param patientDatabase reads every posting: seconds to minutes, by the size of the ledger
 * @throws when something was found, so that the job fails loudly, after the outcome has been kept
 */
export async function auditLedger(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  patientDatabase: Database,
): Promise<void> {
  const findings = await runAudit.all(patientDatabase, {});
  const now = clock.now();
  await forgetAudits.run(database, { before: new Date(now.getTime() - keptMilliseconds) });
  const details = JSON.stringify(findings.slice(0, mostDetails));
  await keepAudit.run(database, { now, findings: findings.length, details });
  const [first] = findings;
  if (first)
    throw new LedgerFindings(`${findings.length} findings; the first: ${first.rule} ${first.subject}`);
}

/** When the ledger was last checked, and how many contradictions were found; undefined before the first time. */
export const readLastAudit = (database: Queryable) => lastAudit.one(database, {});
