import { setTimeout as sleep } from 'node:timers/promises';
import { takeFromLimit } from '../../adapters/database/rate-limit.ts';
import type { SendOutcome } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { claimTransfer, inTransitById, type PayoutInTransit } from './payout-transfers-store.ts';
import { recordResponse } from './record-response.ts';
import { transferOrder } from './transfer-orders.ts';
import { directMethods, directProvider, directProviders } from './transfer-providers.ts';
import { firstQuestionAfter } from './transfer-rules.ts';

export type TransferNeeds = Pick<
  Dependencies,
  'database' | 'clock' | 'config' | 'keys' | 'transferProviders'
>;

type Claim = Awaited<ReturnType<typeof claimTransfer.only>>;

const pauseMilliseconds = 200;

/** Waits until another request to a payment service is allowed. All servers share the limit. */
export async function waitForTurn({ database, clock, config }: TransferNeeds): Promise<void> {
  const { most, seconds } = config.rateLimits.transfer;
  while (!(await takeFromLimit(database, 'transfer', most, seconds, clock.now())).taken)
    await sleep(pauseMilliseconds);
}

/**
 * Sends every completed payout that is ready, one after the other. Each is marked as sent before its request, so a
 * crash in between leaves a payout to be asked about, but never sends one twice.
 */
export async function sendPayouts(deps: TransferNeeds): Promise<void> {
  const methods = directMethods(deps);
  const sendsFrom = Object.fromEntries(
    directProviders(deps).map((provider) => [provider.method, Object.fromEntries(provider.sendsFrom ?? [])]),
  );
  let after: string | null = null;
  do {
    await waitForTurn(deps);
    const now = deps.clock.now();
    const askAt = new Date(now.getTime() + firstQuestionAfter);
    const claimed: Claim = await claimTransfer.only(deps.database, {
      methods,
      sendsFrom,
      after,
      now,
      askAt,
    });
    for (const [index, payoutId] of claimed.payoutIds.entries()) {
      if (index > 0) await waitForTurn(deps);
      await sendClaimed(deps, await inTransitById.only(deps.database, { payoutId }));
    }
    after = claimed.lookedTo;
  } while (after !== null);
}

/** Sends a claimed payout and records the response. */
export async function sendClaimed(deps: TransferNeeds, payout: PayoutInTransit): Promise<void> {
  await recordResponse(deps, payout, await outcomeOf(deps, payout));
}

async function outcomeOf(deps: TransferNeeds, payout: PayoutInTransit): Promise<SendOutcome> {
  const order = transferOrder(deps.keys, payout);
  const provider = directProvider(deps, payout.method);
  if (!order || !provider) return { kind: 'refused', reason: unreadable, isDead: true };
  try {
    return await provider.send(order);
  } catch {
    // Whatever failed, the provider may have accepted it.
    return { kind: 'unknown' };
  }
}

const unreadable = 'We can no longer read where it should go. Please add the destination again.';
