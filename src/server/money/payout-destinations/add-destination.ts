import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Destination } from '#contract/money/payout-destinations/destinations.ts';
import type {
  addDestination as addDestinationCall,
  PayeeState,
} from '#contract/money/payout-destinations/payout-destinations.ts';
import type { TransferProvider } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller, Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { countMailToNewAddress, countPaymentService } from '../../identity/account-limits.ts';
import { normalizeEmail } from '../../identity/emails/email-rules.ts';
import { confirmDestinationMail, destinationGivenMail } from '../../identity/emails/payout-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { emailFingerprint } from '../../identity/fingerprint.ts';
import { makeStopToken, stopLink } from '../../identity/hold-payouts.ts';
import { makeOneTimeToken } from '../../identity/one-time-token.ts';
import { lockAccount, recordOwnAct } from '../../identity/own-account.ts';
import { requireOwnPassword } from '../../identity/passwords.ts';
import { withOwnCode } from '../../identity/second-factor-code.ts';
import { destinationMark, sealDestination } from './destination-secret.ts';
import { insertDestination, replaceUnconfirmed } from './destination-store.ts';
import { offeredProviders, readDestination } from './read-destination.ts';

type Given = z.output<typeof addDestinationCall.body>;

/**
 * Stores a destination that its owner has to confirm through an emailed link; for PayPal it goes to the PayPal address
 * itself. The account's address gets 'This was not me' in any case: in the same email, unless the link goes elsewhere.
 * @throws Refusal wrong_password, second_factor_needed, wrong_code, code_used, method_unavailable, bad_destination,
 * provider_unavailable, too_many_requests
 */
export async function addDestination(
  deps: Dependencies,
  { userId, sessionId }: Caller,
  given: Given,
  client: Client,
): Promise<PayeeState> {
  const owner = await requireOwnPassword(deps, userId, given.password);
  const id = randomUUID();
  const account = { userId, email: owner.email, payeeId: id };
  const { destination, masked } = await checkDestination(deps, account, given);
  const { country, legalName, code } = given;
  const now = deps.clock.now();
  const { publicUrl } = deps.config;
  await withOwnCode(deps, userId, code, async (tx) => {
    // The account's password or address may have changed during the request to the payment service.
    const { passwordHash, email } = await lockAccount(tx, userId);
    if (passwordHash !== owner.passwordHash) refuse('wrong_password');
    // The email goes to someone who may not have asked for it.
    if (destination.method === 'paypal')
      await countMailToNewAddress({ ...deps, database: tx }, normalizeEmail(destination.email));
    await replaceUnconfirmed.run(tx, { userId, now });
    await insertDestination.run(tx, {
      id,
      userId,
      method: destination.method,
      country,
      masked,
      now,
      detailsEncrypted: sealDestination(deps.keys, id, { destination, legalName }),
      mark: destinationMark(deps.keys, destination),
    });
    const token = await makeOneTimeToken(tx, userId, 'payee', now, { sessionId });
    const stop = stopLink(
      publicUrl,
      makeStopToken(
        deps.keys.payoutStops,
        { userId, payeeId: id, address: emailFingerprint(deps.keys, email) },
        now,
      ),
    );
    const confirmAt = destination.method === 'paypal' ? destination.email : email;
    const isOwn = normalizeEmail(confirmAt) === normalizeEmail(email);
    const link = `${publicUrl}/payouts/link#type=payee&token=${token}`;
    const confirm = confirmDestinationMail({ masked, link, stopLink: isOwn ? stop : null });
    await queueMail(tx, { name: '', address: confirmAt }, confirm, now);
    if (!isOwn)
      await queueMail(
        tx,
        { name: '', address: email },
        destinationGivenMail({ masked, stopLink: stop }),
        now,
      );
    await recordOwnAct(tx, deps, { userId, event: 'destination_given', client, details: { payee: id } });
  });
  return readDestination(deps, userId);
}

interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly payeeId: string;
}

async function checkDestination(
  deps: Dependencies,
  owner: Owner,
  { destination: typed, country, legalName }: Given,
): Promise<{ destination: Destination; masked: string }> {
  const providers = await offeredProviders(deps, owner.userId);
  const provider = providers.find(({ method }) => method === typed.method);
  if (!provider || provider.requirements(country) === null) return refuse('method_unavailable');
  const full = typed.method === 'stripe' ? await openAccount(deps, provider, owner, country) : typed;
  const read = provider.read(full, country, legalName);
  if ('problem' in read) return refuse('bad_destination', { field: read.field, problem: read.problem });
  return read;
}

async function openAccount(
  deps: Dependencies,
  provider: TransferProvider,
  { userId, payeeId, email }: Owner,
  country: string,
): Promise<Destination> {
  const onboarding = provider.takes === 'orders' ? provider.onboarding : undefined;
  if (!onboarding) return refuse('method_unavailable');
  await countPaymentService(deps, userId);
  const account = await onboarding.begin({ payeeId, country, email }).catch(() => undefined);
  return account ? { method: 'stripe', accountId: account.accountId } : refuse('provider_unavailable');
}
