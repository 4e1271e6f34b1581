import type { Dependencies } from '../dependencies.ts';
import type { Client } from '../http/handlers.ts';
import { refuse } from '../refusals.ts';
import { recordAudit } from './audit-store.ts';
import { addressFingerprint } from './fingerprint.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { consumeOneTimeToken } from './one-time-tokens-store.ts';
import { confirmUser } from './users-store.ts';

/**
 * Consumes the token of a confirmation link and confirms the address it was mailed to.
 * @throws Refusal link_invalid when it was used or replaced, is too old, of another kind or unknown
 */
export async function confirmEmail(
  { database, clock, keys }: Dependencies,
  token: string,
  client: Client,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const used = await consumeOneTimeToken(tx, hashOneTimeToken(token), 'signup', now);
    if (!used) return refuse('link_invalid');
    await confirmUser(tx, used.userId, now);
    const addressPrefix = addressFingerprint(keys, client.address);
    await recordAudit(tx, { now, userId: used.userId, event: 'email_confirmed', addressPrefix });
  });
}
