import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import type { Queryable } from '#server/adapters/database/database.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { readTasks } from '#server/adapters/jobs/job-queue.ts';
import { areWorkersConnected, readStoppedJobs } from '#server/adapters/jobs/job-schedule.ts';
import { countWaitingMails } from '#server/identity/emails/outbox-store.ts';
import { jobTimetable } from '#server/job-timetable.ts';
import { lastRun, openHalt } from '#server/money/books/audit-store.ts';
import { emailProblems, jobProblems } from '#server/operation/admin/system.ts';
import { type Finding, green, red, yellow } from './finding.ts';

/** Checks the work in the database: emails that wait, jobs that failed or stopped, and the ledger. */
export async function checkWork(owner: DatabaseAddress, throwAway: boolean): Promise<Finding[]> {
  const { database } = await connectDatabase({
    address: owner,
    role: 'earshot_owner',
    poolSize: 1,
    throwAway,
  });
  try {
    return [
      ...(await emailFindings(database)),
      ...(await jobFindings(database)),
      ...(await ledgerFindings(database)),
    ];
  } finally {
    await database.close();
  }
}

async function emailFindings(database: Queryable): Promise<Finding[]> {
  const { emails, oldestSeconds } = await countWaitingMails(database);
  const waiting = { hasMailServer: true, waiting: emails, oldestWaitingSeconds: oldestSeconds };
  return emailProblems(waiting, { production: true }).map(({ text, cure }) => red('mail', text, cure));
}

/** While no server runs, jobs wait as they should. */
async function jobFindings(database: Queryable): Promise<Finding[]> {
  const tasks = await readTasks(database);
  const failed = jobProblems(
    tasks.map((task) => ({ ...task, overdueSeconds: null })),
    [],
  );
  const isWorking = await areWorkersConnected(database);
  const late = isWorking
    ? jobProblems(
        tasks.map((task) => ({ ...task, givenUp: 0 })),
        await readStoppedJobs(database, jobTimetable),
      )
    : [];
  const findings = [
    ...failed.map(({ text, cure }) => yellow('jobs', text, cure)),
    ...late.map(({ text, cure }) => red('jobs', text, cure)),
  ];
  return findings.length > 0
    ? findings
    : [green('jobs', isWorking ? 'Jobs run on time.' : 'No job has failed for good.')];
}

async function ledgerFindings(database: Queryable): Promise<Finding[]> {
  const run = await lastRun.one(database, {});
  const halt = await openHalt.one(database, {});
  const cure = 'Admin, Books lists the findings: docs/operations.md, "The books".';
  if (run && run.findings.length > 0) {
    return [red('ledger', `The last audit of the ledger has ${run.findings.length} findings.`, cure)];
  }
  if (halt)
    return [
      red('ledger', `Payouts are halted: ${halt.reason}`, 'An admin can lift the halt in Admin, Books.'),
    ];
  return [
    green(
      'ledger',
      run ? 'The last audit of the ledger found nothing.' : 'The ledger has not been audited yet.',
    ),
  ];
}
