import type { Dependencies } from '../dependencies.ts';
import { forgetEvidence } from './evidence-store.ts';

const day = 86_400_000;
const keptDays = 180;
const keptDaysAfterDeletion = 365;

/** Forgets evidence that is older than 180 days, of deleted accounts twelve months after the deletion. */
export async function sweepEvidence({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await forgetEvidence.run(database, {
    before: new Date(now - keptDays * day),
    deletedBefore: new Date(now - keptDaysAfterDeletion * day),
  });
}
