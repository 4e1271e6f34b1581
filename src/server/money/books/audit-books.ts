import { AuditFinding } from '#contract/money/books/books.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { sharedRead } from '../../foundation/work-queue.ts';
import { booksAlarmMail, mailAdmins } from '../../identity/emails/mail-admins.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import {
  allowLongReading,
  auditMilliseconds,
  databaseFindings,
  lastRun,
  liftOpenHalt,
  reviewFindings,
  storeAuditRun,
} from './audit-store.ts';
import { sealBooks } from './seal-books.ts';
import type { SealStatement } from './seal-rules.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'seals' | 'keys' | 'config'>;

export interface AuditReport {
  /** At most 100. */
  readonly findings: readonly AuditFinding[];
  readonly seal: SealStatement | undefined;
}

type ReviewFinding = Awaited<ReturnType<typeof reviewFindings.all>>[number];

const mostFindings = 100;

/**
 * Checks the ledger by rules A1 to A13, and seals it if there are no findings. Any finding halts payouts at once, and
 * the admins get an email.
 * @param restartBecause why the operator restarts sealing; absent otherwise
 */
export async function auditBooks(deps: Needs, restartBecause?: string): Promise<AuditReport> {
  const found = await readFindings(deps);
  const { findings: sealFindings, seal } = await sealBooks(deps, {
    mayAdd: found.length === 0,
    restartBecause,
  });
  const findings = [...found, ...sealFindings].slice(0, mostFindings);
  await deps.database.transaction(async (tx) => {
    const { halts } = await storeAuditRun.only(tx, {
      findings: JSON.stringify(findings),
      sealNumber: seal?.number ?? null,
      sealDigest: seal?.digest ?? null,
      sealedEntry: seal?.lastEntry ?? null,
      sealedEntries: seal?.entries ?? null,
    });
    if (!halts) return;
    const now = deps.clock.now();
    const details = { rules: [...new Set(findings.map(({ rule }) => rule))].join(' ') };
    await recordAdminAct(tx, { event: 'payouts_halted', userId: null, actorId: null, details }, now);
    const mail = booksAlarmMail(deps.config.publicUrl, findings);
    await mailAdmins(tx, mail, now);
  });
  return { findings, seal };
}

/** Recomputes what artists' lots and tracks have from assignments, leases and reviews. Returns at most 100 differences. */
export const auditReviews = ({
  database,
}: Pick<Dependencies, 'database'>): Promise<readonly ReviewFinding[]> =>
  database.transaction(async (tx) => {
    await allowLongReading.run(tx, { milliseconds: auditMilliseconds });
    return reviewFindings.all(tx, {});
  });

function readFindings({ database }: Pick<Dependencies, 'database'>): Promise<AuditFinding[]> {
  return database.transaction(async (tx) => {
    await allowLongReading.run(tx, { milliseconds: auditMilliseconds });
    const rows = await databaseFindings.all(tx, {});
    return AuditFinding.array().parse(rows);
  });
}

/**
 * Audits the ledger and lifts the halt if there are no findings.
 * @throws Refusal books_unclean with findings, not_found without a halt
 */
export async function liftHalt(deps: Needs, liftedBy: string, reason: string): Promise<void> {
  const { findings } = await auditBooks(deps);
  if (findings.length > 0) refuse('books_unclean');
  await deps.database.transaction(async (tx) => {
    await allowLongReading.run(tx, { milliseconds: auditMilliseconds });
    const { outcome } = await liftOpenHalt.only(tx, { liftedBy, reason });
    if (outcome === 'missing') refuse('not_found');
    if (outcome === 'findings') refuse('books_unclean');
    if (outcome !== 'done') refuse('access_denied');
    const act = { event: 'halt_lifted', userId: null, actorId: liftedBy, details: { reason } } as const;
    await recordAdminAct(tx, act, deps.clock.now());
  });
}

type Run = Awaited<ReturnType<typeof lastRun.only>>;

/** Registers metrics of the latest ledger audit: its findings and its age. */
export function watchAudit(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const lastAudit = sharedRead(() => lastRun.one(database, {}));
  const figure = (name: string, help: string, figureOf: (run: Run) => number) =>
    metrics.gauge(name, help, async () => {
      const run = await lastAudit();
      return run ? [{ value: figureOf(run) }] : [];
    });
  figure(
    'earshot_ledger_findings',
    'Findings of the last audit of the ledger, at most 100. Must be 0.',
    ({ findings }) => findings.length,
  );
  figure('earshot_ledger_audit_age_seconds', 'Time since the last audit of the ledger.', ({ ranAt }) =>
    Math.max(0, (clock.now().getTime() - ranAt.getTime()) / 1000),
  );
}
