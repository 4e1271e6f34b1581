import { z } from 'zod';
import type { Database, Queryable } from '#server/adapters/database/database.ts';

/** The part used here of PostgreSQL's documented plan format. */
const Plans = z.array(
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
);

/**
 * Counts the database pages that a call's SQL reads, a measure independent of other load. Null for a call that writes;
 * its writes are not executed.
 */
export async function pagesRead(
  database: Database,
  call: (counting: Database) => Promise<unknown>,
): Promise<number | null> {
  let pages = 0;
  let writes = false;
  const query: Queryable['query'] = async (asked) => {
    if (!/^\s*\(?(select|with)\b/.test(asked.text) || /\bfor (no key )?update\b/.test(asked.text)) {
      writes = true;
      throw new Error('This call writes.');
    }
    const text = `explain (analyze, buffers, format json) ${asked.text}`;
    const { rows } = await database.query({ name: `pages ${asked.name}`, text, values: asked.values });
    for (const { Plan: plan } of Plans.parse(rows[0]?.['QUERY PLAN']))
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return database.query(asked);
  };
  const counting: Database = {
    query,
    transaction: (work) => work({ query, inTransaction: true }),
    close: async () => undefined,
  };
  try {
    await call(counting);
  } catch (error) {
    if (!writes) throw error;
  }
  return writes ? null : pages;
}
