import { createHmac } from 'node:crypto';
import type { ServerKeys } from '../../server-keys.ts';
import { householdPrefix } from './address-prefix.ts';

/** A blinded value: equal inputs look equal, and nobody without the server's secret can tell what they were. */
export const fingerprint = (keys: ServerKeys, value: string): string =>
  createHmac('sha256', keys.fingerprints).update(value).digest('base64url').slice(0, 22);

/** The blinded household of a network address, as records keep it. */
export const addressFingerprint = (keys: ServerKeys, address: string): string =>
  fingerprint(keys, `household ${householdPrefix(address)}`);

/** The blinded mark of a browser. */
export const deviceFingerprint = (keys: ServerKeys, mark: string): string =>
  fingerprint(keys, `device ${mark}`);
