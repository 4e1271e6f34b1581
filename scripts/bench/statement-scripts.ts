import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import type { NamedQuery, Queryable } from '#server/adapters/database/database.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { readPublicTracks } from '#server/discovery/discovery-store.ts';
import { addListening, openAssignment, renewLease, servedTrack } from '#server/listening/assignment-store.ts';
import { lockClock, setClock } from '#server/listening/play-event-store.ts';
import { lockCursors, releaseLapsed } from '#server/listening/queue-store.ts';
import { walletFigures } from '#server/wallet/wallet-store.ts';

/** Who asks and where the database is. */
export const FloorSetting = z.object({
  address: z.custom<DatabaseAddress>(),
  listeners: z.array(z.string()),
  sessions: z.array(z.string()),
});
export type FloorSetting = z.infer<typeof FloorSetting>;

const over = (client: Pool | PoolClient): Queryable => ({
  query: async ({ name, text, values }: NamedQuery) => {
    const { rows, rowCount } = await client.query({ name, text, values: [...values] });
    return { rows, rowCount: rowCount ?? 0 };
  },
});

async function inTransaction(pool: Pool, work: (tx: Queryable) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(over(client));
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** The statements of one call in the transactions in which the product runs them, and nothing else. */
export async function runScript(
  pool: Pool,
  { listeners, sessions }: FloorSetting,
  call: string,
  place: number,
): Promise<unknown> {
  const listenerId = listeners[place] ?? '';
  const now = new Date();
  const leasedUntil = new Date(now.getTime() + 1_200_000);
  if (call === 'tracks') {
    return readPublicTracks.all(over(pool), {
      createdAt: new Date('9999-01-01'),
      id: randomUUID(),
      most: 25,
    });
  }
  if (call === 'wallet') {
    return walletFigures.only(over(pool), {
      listenerId,
      monthStart: new Date(now.getFullYear(), now.getMonth()),
    });
  }
  if (call === 'next') {
    await inTransaction(pool, async (tx) => void (await releaseLapsed.run(tx, { now, most: 20 })));
    await inTransaction(pool, async (tx) => {
      await lockCursors.all(tx, { listenerId });
      const open = await openAssignment.one(tx, { listenerId });
      if (open) await renewLease.run(tx, { id: open.id, leasedUntil });
    });
    return servedTrack.one(over(pool), { listenerId, isComing: false });
  }
  await inTransaction(pool, async (tx) => {
    const open = await openAssignment.only(tx, { listenerId });
    await lockClock.one(tx, { listenerId });
    await addListening.only(tx, { id: open.id, grownMs: 0, unlockMs: 60_000, leasedUntil, now });
    const sessionId = sessions[place] ?? '';
    await setClock.run(tx, {
      listenerId,
      sessionId,
      assignmentId: open.id,
      startedAt: now,
      playing: false,
      positionMs: 0,
      now,
      writtenAt: now,
      creditedMs: 0,
    });
  });
  return { listenedSeconds: 0, unlocked: false };
}
