import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { decryptSecret, encryptSecret } from './stored-secrets.ts';

const version = 1;
const claimLength = 1 + 16 + 4;
const macLength = 16;

/** The content of a refresh token: its session, and its number in that session. */
export interface RefreshClaim {
  readonly sessionId: string;
  readonly counter: number;
}

/** The parts of a token. Nothing is verified before `isAuthentic`. */
export interface ReadRefreshToken extends RefreshClaim {
  readonly claim: Buffer;
  readonly mac: Buffer;
}

/** base64url(version ‖ session id ‖ counter ‖ HMAC-SHA-256 of these with the session's key, 16 bytes): 50 characters. */
export function makeRefreshToken({ sessionId, counter }: RefreshClaim, sessionKey: Buffer): string {
  const claim = Buffer.alloc(claimLength);
  claim.writeUInt8(version, 0);
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(claim, 1);
  claim.writeUInt32BE(counter, 17);
  return Buffer.concat([claim, macOf(claim, sessionKey)]).toString('base64url');
}

/** Parses a token; undefined if it is malformed. */
export function readRefreshToken(token: string): ReadRefreshToken | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Node skips invalid characters when decoding, so only the canonical spelling is accepted.
  if (bytes.length !== claimLength + macLength || bytes.toString('base64url') !== token) return undefined;
  if (bytes.readUInt8(0) !== version) return undefined;
  const id = bytes.toString('hex', 1, 17);
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter: bytes.readUInt32BE(17),
    claim: bytes.subarray(0, claimLength),
    mac: bytes.subarray(claimLength),
  };
}

/** Whether the token was made with this session's key; compared in constant time. */
export const isAuthentic = (token: ReadRefreshToken, sessionKey: Buffer): boolean =>
  timingSafeEqual(token.mac, macOf(token.claim, sessionKey));

const macOf = (claim: Buffer, sessionKey: Buffer): Buffer =>
  createHmac('sha256', createSecretKey(sessionKey)).update(claim).digest().subarray(0, macLength);

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
