import type { EmailedLink, EmailedLinkKind } from '#contract/identity/emailed-links.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { maskAddress } from './mask-address.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { findEmailedLink } from './one-time-tokens-store.ts';

/** Links that are only ever sent to the account's own address. Those of a new address may reach a stranger. */
const namesAccount: ReadonlySet<EmailedLinkKind> = new Set(['recovery', 'payee']);

/**
 * What an emailed link is about, for those who have it, without using it up.
 * @throws Refusal link_invalid
 */
export async function readEmailedLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { type, token }: { readonly type: EmailedLinkKind; readonly token: string },
): Promise<EmailedLink> {
  const found = await findEmailedLink(database, hashOneTimeToken(token), type, clock.now());
  if (!found || !(found.isOpen || found.isConfirmed)) return refuse('link_invalid');
  const { email, sentTo, isConfirmed } = found;
  if (namesAccount.has(type)) return { email, masked: null, isConfirmed };
  return { email: null, masked: isConfirmed ? null : maskAddress(sentTo), isConfirmed };
}
