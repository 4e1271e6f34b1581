import type { Dependencies } from '../../foundation/dependencies.ts';
import { endHoldsThatAreOver } from './holds-store.ts';

/** The job that serves tracks again whose hold is over. */
export const endHoldsJob = 'end-holds';

export async function endHolds({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await endHoldsThatAreOver.run(database, { now: clock.now() });
}
