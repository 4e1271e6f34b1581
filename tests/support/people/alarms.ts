import type { Queryable } from '#server/adapters/database/database.ts';
import { sql } from '../world/sql.ts';

/** Every alarm of the audits, as readable lines. None is what every test ends with. */
export const alarmsOf = async (db: Queryable): Promise<string[]> =>
  (await sql(db, 'select * from ledger.audit() union all select * from audit_reviews()')).map(
    (row) => `${row.rule} ${row.subject}: ${row.detail}`,
  );
