import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import type { ServerKeys } from '../foundation/server-keys.ts';
import { listFactorSecrets, replaceFactorSecret } from './factors-store.ts';
import { listSessionKeys, replaceSessionKey } from './sessions-store.ts';

const algorithm = 'aes-256-gcm';
const version = 1;
const ivLength = 12;
const tagLength = 16;

/** version ‖ iv ‖ ciphertext ‖ tag, bound to the row's id, so that a secret cannot be moved to another row. */
export function encryptSecret(secret: Buffer, rowId: string, serverKey: KeyObject): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, serverKey, iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(rowId));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, encrypted, cipher.getAuthTag()]);
}

/** The secret; undefined if it was encrypted under another server secret or for another row. */
export function decryptSecret(stored: Buffer, rowId: string, serverKey: KeyObject): Buffer | undefined {
  if (stored[0] !== version || stored.length <= 1 + ivLength + tagLength) return undefined;
  const iv = stored.subarray(1, 1 + ivLength);
  const decipher = createDecipheriv(algorithm, serverKey, iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(rowId));
  decipher.setAuthTag(stored.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(stored.subarray(1 + ivLength, -tagLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}

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
