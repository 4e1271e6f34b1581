import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { emailOf, keepAdminMarks } from './evidence-store.ts';
import { marksOf } from './marks.ts';

/** Records the browser and the mailbox with which an admin makes a change. */
export async function recordAdminMarks(
  { database, keys, clock }: Pick<Dependencies, 'database' | 'keys' | 'clock'>,
  userId: string,
  client: Client,
): Promise<void> {
  const { emailNormalized } = await emailOf.only(database, { userId });
  const marks = marksOf(keys, client, emailNormalized).filter(
    ({ kind }) => kind === 'device' || kind === 'mailbox',
  );
  await keepAdminMarks.run(database, {
    userId,
    kinds: marks.map(({ kind }) => kind),
    marks: marks.map(({ mark }) => mark),
    now: clock.now(),
  });
}
