import type { Dependencies } from '../dependencies.ts';
import { askTold, dropAsk } from './empty-queue-store.ts';

/** Keeps that a listener wants to be told when there is a track to review, or that they no longer do. */
export async function askToBeTold(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  wanted: boolean,
): Promise<{ isAsked: boolean }> {
  if (wanted) await askTold.run(database, { listenerId, now: clock.now() });
  else await dropAsk.run(database, { listenerId });
  return { isAsked: wanted };
}
