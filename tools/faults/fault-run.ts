import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/adapters/database/database.ts';
import { earnedBy, pendingReviews } from '#tests/support/people/reviewing.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { checkJournal, type JournalFigures } from './check-journal.ts';

const driverFile = join(import.meta.dirname, 'driver.ts');
/** The reviews needed for the smallest payout, at 15 cents each. */
const reviewsForPayout = 34;

export interface Clients {
  readonly listeners: readonly string[];
  readonly admins: readonly string[];
}

/** Makes listeners with enough money for a payout, and an admin for each. */
export async function makeClients(world: LoadWorld, count: number): Promise<Clients> {
  const listeners: string[] = [];
  const admins: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const listener = await world.person({ userType: 'listener', displayName: `Listener ${i}` });
    listeners.push(listener);
    admins.push(await world.person({ admin: true, displayName: `Admin ${i}` }));
  }
  const testDatabase = { ownerDatabase: world.owner.database, database: world.app.database };
  // In parallel, because earning the money would otherwise take longer than most faults.
  await Promise.all(listeners.map((listener) => earnedBy({ testDatabase }, listener, reviewsForPayout)));
  return { listeners, admins };
}

export interface Load {
  /** Lets every client finish, then compares with the world's database, or with `owner`. */
  finish(owner?: Database): Promise<JournalFigures>;
}

let runs = 0;

export interface LoadOptions {
  /** The pause between two acts of a client; 0 by default. */
  readonly paceMilliseconds?: number;
  /** How many reviews each client approves, one in each turn; none by default. */
  readonly reviews?: number;
  /** Whether clients go on if refused, for a database that may lose acknowledged acts. */
  readonly mayForget?: boolean;
}

/** Starts the clients in a separate process, with new sessions. */
export async function startLoad(
  world: LoadWorld,
  clients: Clients,
  { paceMilliseconds = 0, reviews = 0, mayForget = false }: LoadOptions = {},
): Promise<Load> {
  runs += 1;
  // Only this run's requests are compared with its journal.
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

/** Excludes the payouts of earlier runs by their keys, because they must stay in the ledger. */
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
