import { createECDH, createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';

/** Keys of the server, all derived from its one secret; no key is ever in the database. */
export interface ServerKeys {
  /** Encrypts the keys of sessions at rest (AES-256-GCM). */
  readonly sessionEncryption: KeyObject;
  /** Encrypts the secrets of second factors at rest (AES-256-GCM). */
  readonly factorEncryption: KeyObject;
  /** Encrypts destinations of payouts at rest (AES-256-GCM). */
  readonly payeeEncryption: KeyObject;
  /** Signs the links that stop payouts (HMAC-SHA-256). */
  readonly payoutStops: KeyObject;
  /** Signs playback links (HMAC-SHA-256). */
  readonly playbackLinks: KeyObject;
  /** Signs the addresses of covers that not everybody may see (HMAC-SHA-256). */
  readonly coverLinks: KeyObject;
  /** Signs links to one's own data (HMAC-SHA-256). */
  readonly exportLinks: KeyObject;
  /** Signs the links that switch emails off (HMAC-SHA-256). */
  readonly unsubscribeLinks: KeyObject;
  /** Signs the addresses that emails come back to (HMAC-SHA-256). */
  readonly returnPaths: KeyObject;
  /** Signs the notices of the local billing provider (HMAC-SHA-256). */
  readonly billingNotices: KeyObject;
  /** Signs what the browser of a sign-up carries until the confirmation (HMAC-SHA-256). */
  readonly signUpProofs: KeyObject;
  /** Signs the seals of the books (Ed25519); its public half checks them without being able to make one. */
  readonly seals: KeyObject;
  /** Blinds network addresses and devices in records (HMAC-SHA-256). */
  readonly fingerprints: KeyObject;
  /** The private key of access tokens, ES256. */
  readonly accessTokens: JWK & { readonly kid: string };
  /** Tells secrets apart without giving anything of them away; the only value made from the secret that is in the database. */
  readonly fingerprint: Buffer;
  /** Opens the investor demo while no setting does; 12 letters and digits, 60 bits. */
  readonly demoPassword: string;
  /** While the secret is being changed: those of the other one. They still read, and make nothing new. */
  readonly previous: ServerKeys | undefined;
}

/** Derives every key by HKDF-SHA-256 from the server's secret, so that all nodes with one secret agree. */
export function deriveServerKeys(secret: string, previousSecret?: string): ServerKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'earshot', purpose, 32));
  const symmetric = (purpose: string) => createSecretKey(derive(purpose));
  return {
    sessionEncryption: symmetric('session encryption'),
    factorEncryption: symmetric('factor encryption'),
    payeeEncryption: symmetric('payee encryption'),
    payoutStops: symmetric('payout stops'),
    playbackLinks: symmetric('playback links'),
    coverLinks: symmetric('cover links'),
    exportLinks: symmetric('export links'),
    unsubscribeLinks: symmetric('unsubscribe links'),
    returnPaths: symmetric('return paths'),
    billingNotices: symmetric('billing notices'),
    signUpProofs: symmetric('sign-up proofs'),
    seals: sealKey(derive('seals')),
    fingerprints: symmetric('fingerprints'),
    accessTokens: signingKey(derive('access tokens')),
    fingerprint: derive('fingerprint'),
    demoPassword: readable(derive('demo password')),
    previous: previousSecret === undefined ? undefined : deriveServerKeys(previousSecret),
  };
}

/** What the keys can read, or else the previous ones. */
export const readByEither = <T>(keys: ServerKeys, read: (keys: ServerKeys) => T | undefined): T | undefined =>
  read(keys) ?? (keys.previous && read(keys.previous));

// Without letters and digits that look alike when read off a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Three groups of four, easy to say and to type. */
function readable(bytes: Buffer): string {
  const signs = [...bytes.subarray(0, 12)].map((byte) => alphabet[byte % alphabet.length]);
  return [signs.slice(0, 4), signs.slice(4, 8), signs.slice(8)].map((group) => group.join('')).join('-');
}

// The fixed head of an Ed25519 key in PKCS #8 (RFC 8410); the 32 bytes of the key follow.
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex');

const sealKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([ed25519Head, seed]), format: 'der', type: 'pkcs8' });

function signingKey(scalar: Buffer): ServerKeys['accessTokens'] {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const x = point.subarray(1, 33).toString('base64url');
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    x,
    y: point.subarray(33).toString('base64url'),
    d: scalar.toString('base64url'),
    kid: x.slice(0, 16),
  };
}
