import { type KeyObject, randomBytes } from 'node:crypto';
import { decryptSecret, encryptSecret } from '../secret-box.ts';

/** A new key for the refresh tokens of one session. */
export const newSessionKey = (): Buffer => randomBytes(32);

export const encryptSessionKey = (sessionKey: Buffer, sessionId: string, serverKey: KeyObject): Buffer =>
  encryptSecret(sessionKey, sessionId, serverKey);

/** The session's key; undefined if it was encrypted under another server secret or for another session. */
export const decryptSessionKey = (
  stored: Buffer,
  sessionId: string,
  serverKey: KeyObject,
): Buffer | undefined => decryptSecret(stored, sessionId, serverKey);
