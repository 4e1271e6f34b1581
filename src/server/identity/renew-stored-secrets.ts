import type { KeyObject } from 'node:crypto';
import type { Dependencies } from '../foundation/dependencies.ts';
import type { ServerKeys } from '../foundation/server-keys.ts';
import { listFactorSecrets, replaceFactorSecret } from './second-factor/factors-store.ts';
import { decryptSecret, encryptSecret } from './secret-box.ts';
import { listSessionKeys, replaceSessionKey } from './sessions/sessions-store.ts';

const atOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** A kind of row with a secret that is encrypted under the server's key. */
export interface StoredSecrets {
  readonly keyOf: (keys: ServerKeys) => KeyObject;
  readonly list: (after: string) => Promise<readonly { id: string; encrypted: Buffer }[]>;
  readonly replace: (id: string, before: Buffer, encrypted: Buffer) => Promise<unknown>;
}

/**
 * During a change of the server's secret: re-encrypts session keys and second-factor secrets from the previous secret
 * to the current one, so that the previous one can be removed. Returns how many.
 */
export async function renewStoredSecrets({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<number> {
  const sessions: StoredSecrets = {
    keyOf: (keysOfSecret) => keysOfSecret.sessionEncryption,
    list: (after) => listSessionKeys(database, after, atOnce),
    replace: (id, before, encrypted) => replaceSessionKey(database, id, before, encrypted),
  };
  const factors: StoredSecrets = {
    keyOf: (keysOfSecret) => keysOfSecret.factorEncryption,
    list: (after) => listFactorSecrets(database, after, atOnce),
    replace: (id, before, encrypted) => replaceFactorSecret(database, id, before, encrypted),
  };
  return (await renewSecrets(sessions, keys)) + (await renewSecrets(factors, keys));
}

/** Re-encrypts the secrets of one kind of row. Returns how many; 0 if the server has no previous secret. */
export async function renewSecrets(
  { keyOf, list, replace }: StoredSecrets,
  keys: ServerKeys,
): Promise<number> {
  const { previous } = keys;
  if (!previous) return 0;
  let renewed = 0;
  for (let after = beforeAll; ; ) {
    const rows = await list(after);
    for (const { id, encrypted } of rows) {
      after = id;
      const secret = decryptSecret(encrypted, id, keyOf(previous));
      if (!secret) continue;
      await replace(id, encrypted, encryptSecret(secret, id, keyOf(keys)));
      renewed += 1;
    }
    if (rows.length < atOnce) return renewed;
  }
}
