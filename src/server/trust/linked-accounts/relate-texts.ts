import type { Transaction } from '../../adapters/database/database.ts';
import { relateByText } from './cluster-store.ts';

/** The most authors of earlier texts that one text relates its sender to. */
const mostAuthors = 5;

/** Relates the sender of a text to the authors of earlier texts that say the same. Being copied does not relate an author. */
export async function relateTexts(
  tx: Transaction,
  userId: string,
  earlierAuthors: readonly string[],
  now: Date,
): Promise<void> {
  const others = [...new Set(earlierAuthors)].filter((id) => id !== userId).slice(0, mostAuthors);
  for (const otherId of others) await relateByText.run(tx, { userId, otherId, now });
}
