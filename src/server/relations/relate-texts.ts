import type { Transaction } from '../adapters/database/database.ts';
import { relateByText } from './cluster-store.ts';

/** Authors of earlier texts that one text relates its sender to. */
const mostAuthors = 5;

/** Relates who sent a text to those who sent one that says the same before. They are not related by being copied. */
export async function relateTexts(
  tx: Transaction,
  userId: string,
  earlierAuthors: readonly string[],
  now: Date,
): Promise<void> {
  const others = [...new Set(earlierAuthors)].filter((id) => id !== userId).slice(0, mostAuthors);
  for (const otherId of others) await relateByText.run(tx, { userId, otherId, now });
}
