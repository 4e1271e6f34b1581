import type { IncomingHttpHeaders } from 'node:http';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { TransferNotice } from '../../adapters/payments/payout-service.ts';
import { destinationMark } from '../payout-destinations/destination-secret.ts';
import { endDestination } from '../payout-destinations/mail-destination.ts';
import { askAboutNoticed } from './ask-payouts.ts';
import { destinationsOfMark, unlinkDestination } from './payout-transfers-store.ts';
import type { TransferNeeds } from './send-payouts.ts';
import { directProviders } from './transfer-providers.ts';

/** The job's name. Its payload is the ids in the notice. */
export const readTransferNoticeJob = 'read-transfer-notice';

/** The ids in a notice, as stored in the job; empty if absent. */
type Named = Readonly<Record<'accountId' | 'transferId' | 'bankPaymentId', string>>;

/**
 * Accepts a notice of a payment service. Its content is not trusted: a job asks the service about the ids, with
 * retries. So notices may be late, repeated and out of order. Returns whether the signature was valid.
 */
export async function takeTransferNotice(
  deps: TransferNeeds,
  body: Buffer,
  headers: IncomingHttpHeaders,
  report: (line: string) => void,
): Promise<boolean> {
  const notice = await readNotice(deps, body, headers);
  if (!notice) {
    report('A payout notice was rejected: it has an invalid signature or is not a notice.');
    return false;
  }
  if (notice.ignored) {
    report(`The payout notice ${notice.id} (${notice.kind}) was ignored: ${notice.ignored}.`);
    return true;
  }
  const { accountId, transferId, bankPaymentId } = notice;
  const payload: Named = {
    accountId: accountId ?? '',
    transferId: transferId ?? '',
    bankPaymentId: bankPaymentId ?? '',
  };
  const key = [readTransferNoticeJob, ...Object.values(payload)].join(':');
  await deps.database.transaction((tx) => enqueue(tx, { name: readTransferNoticeJob, payload, key }));
  return true;
}

async function readNotice(
  deps: TransferNeeds,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<TransferNotice | undefined> {
  for (const provider of directProviders(deps)) {
    const notice = await provider.readNotice?.(body, headers);
    if (notice) return notice;
  }
  return undefined;
}

/** Asks about the ids of a notice. Rejects while the service is unreachable, so that the job is retried. */
export async function readTransferNotice(deps: TransferNeeds, named: Named): Promise<void> {
  const { accountId, transferId, bankPaymentId } = named;
  if (transferId) return askAboutNoticed(deps, [transferId]);
  for (const provider of directProviders(deps)) {
    if (bankPaymentId) {
      await askAboutNoticed(deps, (await provider.transfersIn?.({ accountId, bankPaymentId })) ?? []);
    } else if ((await provider.onboarding?.read(accountId))?.kind === 'gone') {
      await unlinkAccount(deps, accountId);
    }
  }
}

/** Asks about changes reported by a provider without notices. */
export async function readLateChanges(deps: TransferNeeds): Promise<void> {
  for (const provider of directProviders(deps))
    await provider.tellChanges?.((providerIds) => askAboutNoticed(deps, providerIds));
}

/**
 * Handles an account that is permanently gone: no payout goes there, and its owner is asked for another destination.
 */
async function unlinkAccount(deps: TransferNeeds, accountId: string): Promise<void> {
  const { database, clock, keys } = deps;
  const destination = { method: 'stripe', accountId } as const;
  for (const serverKeys of [keys, ...(keys.previous ? [keys.previous] : [])]) {
    const marked = await destinationsOfMark.all(database, { mark: destinationMark(serverKeys, destination) });
    for (const { payeeId } of marked) {
      await database.transaction(async (tx) => {
        const now = clock.now();
        const unlinked = await unlinkDestination.one(tx, { payeeId, now });
        if (unlinked) await endDestination(tx, deps, unlinked.userId, now);
      });
    }
  }
}
