import {
  createECDH,
  createPrivateKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';

export interface PushSender {
  readonly privateKey: KeyObject;
  /** The public key as browsers take it: an uncompressed point, base64url. */
  readonly publicKey: string;
}

/** The server's keys, all derived from its one secret. No key is ever stored in the database. */
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
  /** Signs the addresses of covers that are not public (HMAC-SHA-256). */
  readonly coverLinks: KeyObject;
  /** Signs links to data exports (HMAC-SHA-256). */
  readonly exportLinks: KeyObject;
  /** Signs the links that switch emails off (HMAC-SHA-256). */
  readonly unsubscribeLinks: KeyObject;
  /** Signs bounce addresses (HMAC-SHA-256). */
  readonly returnPaths: KeyObject;
  /** Signs the notices of the local billing provider (HMAC-SHA-256). */
  readonly billingNotices: KeyObject;
  /** Signs the proof that a sign-up's browser holds until the confirmation (HMAC-SHA-256). */
  readonly signUpProofs: KeyObject;
  /** Signs ledger seals (Ed25519). The public key can check them without being able to create one. */
  readonly seals: KeyObject;
  /** Fingerprints network addresses and devices in stored data (HMAC-SHA-256). */
  readonly fingerprints: KeyObject;
  /** The private key of access tokens, ES256. */
  readonly accessTokens: JWK & { readonly kid: string };
  /** Encrypts addresses and keys of browsers for push messages at rest (AES-256-GCM). */
  readonly pushDevices: KeyObject;
  /** The private key by which push services know this server, ES256 (RFC 8292). */
  readonly pushSender: PushSender;
  /**
   * Identifies the secret without revealing it. The only value derived from the secret that is stored in the database.
   */
  readonly fingerprint: Buffer;
  /** The investor demo's password unless a setting replaces it; 12 letters and digits, 60 bits. */
  readonly demoPassword: string;
  /** During a change of the secret: the keys of the other one, which only read. */
  readonly previous: ServerKeys | undefined;
}

/** Derives all keys from the server's secret with HKDF-SHA-256, so that servers with the same secret agree. */
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
    pushDevices: symmetric('push devices'),
    pushSender: pushSenderOf(derive('push sender')),
    fingerprint: derive('fingerprint'),
    demoPassword: readable(derive('demo password')),
    previous: previousSecret === undefined ? undefined : deriveServerKeys(previousSecret),
  };
}

/** Reads with the current keys, or else with the previous ones. */
export const readByEither = <T>(keys: ServerKeys, read: (keys: ServerKeys) => T | undefined): T | undefined =>
  read(keys) ?? (keys.previous && read(keys.previous));

// Leaves out characters that look alike on a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Three groups of four, easy to dictate and type. */
function readable(bytes: Buffer): string {
  const signs = [...bytes.subarray(0, 12)].map((byte) => alphabet[byte % alphabet.length]);
  return [signs.slice(0, 4), signs.slice(4, 8), signs.slice(8)].map((group) => group.join('')).join('-');
}

// The fixed header of an Ed25519 key in PKCS #8 (RFC 8410), before its 32 bytes.
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

function pushSenderOf(scalar: Buffer): PushSender {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  return {
    privateKey: createPrivateKey({ key: { ...signingKey(scalar) }, format: 'jwk' }),
    publicKey: curve.getPublicKey('base64url'),
  };
}

/**
 * The server's secret: the setting, or one created at the first start, in a file of the data folder that only its owner
 * can read.
 */
export async function readServerSecret(setting: string | undefined, dataDirectory: string): Promise<string> {
  const stored = await storedServerSecret(setting, dataDirectory);
  if (stored) return stored;
  const path = join(dataDirectory, 'server-secret');
  await mkdir(dataDirectory, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // A hard link never replaces a file, so two servers starting at once on one folder end up with the same secret.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return readFile(path, 'utf8');
}

/** The setting or the file; undefined without either. Creates nothing. */
export const storedServerSecret = async (
  setting: string | undefined,
  dataDirectory: string,
): Promise<string | undefined> =>
  setting || (await readIfThere(join(dataDirectory, 'server-secret'))) || undefined;

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
