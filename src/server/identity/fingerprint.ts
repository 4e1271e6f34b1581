import { createHmac } from 'node:crypto';
import type { ServerKeys } from '../foundation/server-keys.ts';
import { householdPrefix } from './address-prefix.ts';
import { normalizeEmail } from './emails/email-rules.ts';

/** A keyed hash: equal inputs have equal fingerprints, and only the server's secret could reveal the input. */
export const fingerprint = (keys: ServerKeys, value: string): string =>
  createHmac('sha256', keys.fingerprints).update(value).digest('base64url').slice(0, 22);

/** The fingerprint of a network address's household, as stored. */
export const addressFingerprint = (keys: ServerKeys, address: string): string =>
  fingerprint(keys, `household ${householdPrefix(address)}`);

/** The fingerprint of a browser's mark. */
export const deviceFingerprint = (keys: ServerKeys, mark: string): string =>
  fingerprint(keys, `device ${mark}`);

/** The fingerprint of an email address. */
export const emailFingerprint = (keys: ServerKeys, email: string): string =>
  fingerprint(keys, `email ${normalizeEmail(email)}`);
