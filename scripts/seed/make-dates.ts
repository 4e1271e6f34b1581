import { timestamp, uuid } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { fragment } from '#server/adapters/database/fragment.ts';
import { statement } from '#server/adapters/database/statement.ts';

const first = fragment`(select id from assignments where track_id = ${'trackId'} order by assigned_at, id limit 1)`;

/** Sample listeners take no places from anybody, but the page of a track with a date counts its reviews. */
const countIn = statement({ takes: { trackId: uuid }, gives: {} })`
  update reviews set assignment_id = ${first} where id in (
    select id from reviews where track_id = ${'trackId'} and status in ('pending', 'approved')
     order by created_at limit (select reviews from assignments where id = ${first}))`;

const promise = statement({ takes: { trackId: uuid, promisedAt: timestamp }, gives: {} })`
  update assignments set promise = 'open', promised_at = ${'promisedAt'}, dated = reviews where id = ${first}`;

/** Gives the reviews of a sample track a date. The job that keeps dates then settles it. */
export async function makeDate(owner: Database, trackId: string, promisedAt: Date): Promise<void> {
  await countIn.run(owner, { trackId });
  await promise.run(owner, { trackId, promisedAt });
}
