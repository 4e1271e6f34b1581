import type { Dependencies } from '../../dependencies.ts';
import type { Caller, Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { holdPayouts } from '../../identity/hold-payouts.ts';
import { requirePayeeLink } from '../../identity/one-time-token.ts';
import { lockAccount, recordOwnAct, spendPayeeLink } from '../../identity/own-account.ts';
import {
  freezeDestination,
  lockUnconfirmed,
  markConfirmed,
  replaceCurrent,
  wasEverConfirmed,
} from './destination-store.ts';
import { givenAccount } from './onboarding-account.ts';
import { readDestination } from './read-destination.ts';

/**
 * Consumes the token of an emailed link: the destination replaces the previous one. Requests without a destination get
 * it, and payouts are on hold for 72 hours.
 * @throws Refusal link_invalid, password_needed, wrong_password, payee_not_ready, provider_unavailable,
 * too_many_requests
 */
export async function confirmDestination(
  deps: Dependencies,
  link: { readonly token: string; readonly password?: string | undefined },
  caller: Caller | undefined,
  client: Client,
): Promise<{ masked: string; heldUntil: string }> {
  const { userId, tokenHash } = await requirePayeeLink(deps, link, caller?.sessionId);
  await requireReadyAccount(deps, userId);
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const { email } = await lockAccount(tx, userId);
    if (!(await spendPayeeLink(tx, tokenHash, now))) return refuse('link_invalid');
    const payee = await lockUnconfirmed.one(tx, { userId });
    if (!payee) return refuse('link_invalid');
    const { wasConfirmed } = await wasEverConfirmed.only(tx, { userId });
    await replaceCurrent.run(tx, { userId, now });
    await markConfirmed.run(tx, { id: payee.id, now });
    const reason = wasConfirmed ? 'changed_destination' : 'first_destination';
    await holdPayouts(tx, deps, { userId, reason, payeeId: payee.id, addresses: [email] });
    await freezeDestination.run(tx, { userId });
    const details = { payee: payee.id };
    await recordOwnAct(tx, deps, { userId, event: 'destination_confirmed', client, details });
    const { heldUntil } = await readDestination({ ...deps, database: tx }, userId);
    return { masked: payee.masked, heldUntil: heldUntil ?? now.toISOString() };
  });
}

/** An account at a payment service is usable once the service needs nothing more. */
async function requireReadyAccount(deps: Dependencies, userId: string): Promise<void> {
  const account = await givenAccount(deps, userId);
  if (!account || account.isConfirmed) return;
  const state = await account.onboarding.read(account.accountId).catch(() => undefined);
  if (state === undefined) refuse('provider_unavailable');
  if (state?.kind !== 'ready') refuse('payee_not_ready');
}
