import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

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
