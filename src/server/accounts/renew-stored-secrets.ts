import type { KeyObject } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import type { ServerKeys } from '../server-keys.ts';
import { listFactorSecrets, replaceFactorSecret } from './second-factor/factors-store.ts';
import { decryptSecret, encryptSecret } from './secret-box.ts';
import { listSessionKeys, replaceSessionKey } from './sessions/sessions-store.ts';

const atOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** A kind of row that keeps a secret encrypted under a key of the server. */
export interface StoredSecrets {
  readonly keyOf: (keys: ServerKeys) => KeyObject;
  readonly list: (after: string) => Promise<readonly { id: string; encrypted: Buffer }[]>;
  readonly replace: (id: string, before: Buffer, encrypted: Buffer) => Promise<unknown>;
}

/**
 * While the server's secret is being changed: encrypts the keys of open sessions and the secrets of second factors that
 * the previous secret encrypted under the present one, so that the previous one can go. Answers how many.
 */
export async function renewStoredSecrets({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<number> {
  const sessions: StoredSecrets = {
    keyOf: (of) => of.sessionEncryption,
    list: (after) => listSessionKeys(database, after, atOnce),
    replace: (id, before, encrypted) => replaceSessionKey(database, id, before, encrypted),
  };
  const factors: StoredSecrets = {
    keyOf: (of) => of.factorEncryption,
    list: (after) => listFactorSecrets(database, after, atOnce),
    replace: (id, before, encrypted) => replaceFactorSecret(database, id, before, encrypted),
  };
  return (await renewSecrets(sessions, keys)) + (await renewSecrets(factors, keys));
}

/** Encrypts the secrets of one kind of row anew. Answers how many; none while the server has no previous secret. */
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
