import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/adapters/database/database.ts';
import { earnedBy, pendingReviews } from '#tests/support/reviewing.ts';
import { sql } from '#tests/support/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { checkJournal, type JournalFigures } from './check-journal.ts';

const driverFile = join(import.meta.dirname, 'driver.ts');
/** The least that a payout takes: 34 reviews of 15 cents. */
const reviewsForPayout = 34;

export interface Clients {
  readonly listeners: readonly string[];
  readonly admins: readonly string[];
}

/** Listeners with enough for a payout, and an admin for each. */
export async function makeClients(world: LoadWorld, count: number): Promise<Clients> {
  const listeners: string[] = [];
  const admins: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const listener = await world.person({ userType: 'listener', displayName: `Listener ${i}` });
    listeners.push(listener);
    admins.push(await world.person({ admin: true, displayName: `Admin ${i}` }));
  }
  const testDatabase = { ownerDatabase: world.owner.database, database: world.app.database };
  // Side by side, or making the money would take longer than most faults.
  await Promise.all(listeners.map((listener) => earnedBy({ testDatabase }, listener, reviewsForPayout)));
  return { listeners, admins };
}

export interface Load {
  /** Lets every client come to its last answer, and compares with the database of the world, or with this one. */
  finish(owner?: Database): Promise<JournalFigures>;
}

let runs = 0;

export interface LoadOptions {
  /** Milliseconds between two acts of a client; 0 when not given. */
  readonly paceMilliseconds?: number;
  /** Reviews that each client approves, one in each turn; none when not given. */
  readonly reviews?: number;
  /** Whether clients go on where they are refused, as they are by a database that lost what it told them. */
  readonly mayForget?: boolean;
}

/** Starts the clients as a process of their own, with sessions of their own. */
export async function startLoad(
  world: LoadWorld,
  clients: Clients,
  { paceMilliseconds = 0, reviews = 0, mayForget = false }: LoadOptions = {},
): Promise<Load> {
  runs += 1;
  // Only what this run asks for is compared with its journal.
  await emptyRequests(world);
  const journal = join(world.workDirectory, `journal-${runs}.jsonl`);
  const setting = join(world.workDirectory, `driver-${runs}.json`);
  const signedIn = await Promise.all(
    clients.listeners.map(async (listener, i) => ({
      listener: (await world.signIn(listener)).accessToken,
      admin: (await world.signIn(clients.admins[i] ?? '')).accessToken,
      reviews: reviews > 0 ? await pendingReviews(world.owner.database, listener, reviews) : [],
    })),
  );
  const started = { url: world.url, journal, clients: signedIn, paceMilliseconds, mayForget };
  await writeFile(setting, JSON.stringify(started));
  const driver = fork(driverFile, [setting], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    finish: async (owner = world.owner.database) => {
      await endOf(driver);
      return checkJournal(journal, owner);
    },
  };
}

async function endOf(driver: ChildProcess): Promise<void> {
  if (driver.exitCode === null) {
    driver.send('stop');
    await once(driver, 'exit');
  }
  if (driver.exitCode !== 0) throw new Error(`The driver ended with ${driver.exitCode}.`);
}

/** Payouts of an earlier run are moved out of the comparison by their keys: they stay in the ledger. */
async function emptyRequests(world: LoadWorld): Promise<void> {
  await sql(
    world.owner.database,
    'create table if not exists earlier_requests (request_key uuid primary key)',
  );
  await sql(
    world.owner.database,
    'insert into earlier_requests select request_key from payout_requests on conflict do nothing',
  );
}
