import type { Dependencies } from '../../foundation/dependencies.ts';
import { askTold, dropAsk } from './empty-queue-store.ts';

/** Stores whether a listener wants to be notified when there is a track to review. */
export async function askToBeTold(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  wanted: boolean,
): Promise<{ isAsked: boolean }> {
  if (wanted) await askTold.run(database, { listenerId, now: clock.now() });
  else await dropAsk.run(database, { listenerId });
  return { isAsked: wanted };
}
