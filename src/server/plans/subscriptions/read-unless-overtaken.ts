import type { Database, Transaction } from '../../adapters/database/database.ts';
import { savedState } from './billing-store.ts';
import { lockUserBilling } from './subscriptions-store.ts';

/** How often an overtaken read is repeated before it is left to the job. */
const mostReadings = 3;

/** Rolls a read back: a concurrent one saved something that may be newer. */
export class Overtaken extends Error {}

/**
 * Reads something at the provider, then saves it in one transaction; none is open during the requests. A read that was
 * overtaken by a concurrent one saves nothing and is repeated, so the order of notices does not matter. Undefined if
 * there is nothing to save, or no such user.
 */
export async function readUnlessOvertaken<Facts, Saved>(
  database: Database,
  bought: { readonly boughtId: string; readonly userId: string },
  read: () => Promise<Facts | undefined>,
  save: (tx: Transaction, facts: Facts, user: { readonly isDeleted: boolean }) => Promise<Saved>,
): Promise<Saved | undefined> {
  for (let made = 0; made < mostReadings; made += 1) {
    // Read before asking the provider: anything saved later may be newer than its response.
    const { version } = await savedState.only(database, bought);
    const facts = await read();
    if (facts === undefined) return undefined;
    try {
      return await database.transaction(async (tx) => {
        const user = await lockUserBilling.one(tx, bought);
        if (!user) return undefined;
        const before = await savedState.only(tx, bought);
        const saved = await save(tx, facts, user);
        const after = await savedState.only(tx, bought);
        // If the saved content is the same, being overtaken does not matter.
        if (before.version !== version && before.content !== after.content) throw new Overtaken();
        return saved;
      });
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new Error(`${bought.boughtId} changed while it was read, ${mostReadings} times.`);
}
