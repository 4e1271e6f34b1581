import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { readByEither, type ServerKeys } from '../foundation/server-keys.ts';

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 15 * 60;
const audience = 'earshot';
const type = 'at+jwt';
const algorithm = 'ES256';
const rememberedTokens = 2000;

type Needs = Pick<Dependencies, 'clock' | 'config' | 'keys'>;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

interface Signer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Verified tokens with their expiry in seconds: verifying one costs about 0.1 ms. */
  readonly verified: Map<string, AccessClaims & { readonly issuer: string; readonly expiresAt: number }>;
}

const signers = new WeakMap<ServerKeys, Signer>();

function signerOf(keys: ServerKeys): Signer {
  const known = signers.get(keys);
  if (known) return known;
  const privateKey = createPrivateKey({ key: { ...keys.accessTokens }, format: 'jwk' });
  const made: Signer = { privateKey, publicKey: createPublicKey(privateKey), verified: new Map() };
  signers.set(keys, made);
  return made;
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** A signed access token of a session, valid for `accessTokenSeconds`. */
export function makeAccessToken({ clock, config, keys }: Needs, claims: AccessClaims): Promise<string> {
  const now = secondsOf(clock.now());
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: keys.accessTokens.kid })
    .setIssuer(config.publicUrl)
    .setAudience(audience)
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds)
    .sign(signerOf(keys).privateKey);
}

const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() });

/** The claims of a token; undefined if it is not valid or has expired. */
export async function readAccessToken(needs: Needs, token: string): Promise<AccessClaims | undefined> {
  const { verified } = signerOf(needs.keys);
  const known = verified.get(token);
  if (known && known.issuer === needs.config.publicUrl) {
    if (known.expiresAt > secondsOf(needs.clock.now())) return known;
    verified.delete(token);
    return undefined;
  }
  const claims = await verify(needs, token);
  if (!claims) return undefined;
  if (verified.size >= rememberedTokens) {
    const [oldest] = verified.keys();
    if (oldest) verified.delete(oldest);
  }
  const entry = { userId: claims.sub, sessionId: claims.sid };
  verified.set(token, { ...entry, issuer: needs.config.publicUrl, expiresAt: claims.exp });
  return entry;
}

async function verify({ clock, config, keys }: Needs, token: string) {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => publicKeyOf(keys, kid), {
      algorithms: [algorithm],
      issuer: config.publicUrl,
      audience,
      typ: type,
      requiredClaims: ['iat', 'exp', 'sub', 'sid'],
      currentDate: clock.now(),
    });
    return Claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The id is only compared, never used to look up a file or address. */
function publicKeyOf(keys: ServerKeys, kid: string | undefined): KeyObject {
  const found = readByEither(keys, (one) => (one.accessTokens.kid === kid ? signerOf(one) : undefined));
  if (!found) throw new errors.JWKSNoMatchingKey();
  return found.publicKey;
}

/** The public keys for access tokens, as a JSON Web Key Set: two during a change of the server's secret. */
export function accessKeySet(keys: ServerKeys): { keys: Record<string, unknown>[] } {
  const { kty, crv, x, y, kid } = keys.accessTokens;
  const previous = keys.previous ? accessKeySet(keys.previous).keys : [];
  return { keys: [{ kty, crv, x, y, kid, alg: algorithm, use: 'sig' }, ...previous] };
}
