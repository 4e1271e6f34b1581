import type { KeyObject } from 'node:crypto';
import { isSigned, signText } from '../../foundation/signed-text-rules.ts';

/** The user whose data a link gives, and the session it is valid in. */
export interface ExportClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** The path of export links: `/api/exports/{payload}.{mac}`. */
export const exportPath = '/api/exports';
export const exportLinkSeconds = 600;

/** A link that is valid for ten minutes. The key is `keys.exportLinks`. */
export function makeExportLink(
  key: KeyObject,
  { userId, sessionId }: ExportClaims,
  now: Date,
): { url: string; expiresAt: string } {
  const expires = now.getTime() + exportLinkSeconds * 1000;
  const payload = Buffer.from([userId, sessionId, expires].join(' ')).toString('base64url');
  return {
    url: `${exportPath}/${payload}.${signText(key, payload)}`,
    expiresAt: new Date(expires).toISOString(),
  };
}

/** The claims in a link; undefined if this server did not sign it or it has expired. */
export function readExportLink(
  key: KeyObject,
  payload: string,
  mac: string,
  now: Date,
): ExportClaims | undefined {
  if (!isSigned(key, payload, mac)) return undefined;
  const [userId, sessionId, expires] = Buffer.from(payload, 'base64url').toString().split(' ');
  if (!userId || !sessionId || Number(expires) <= now.getTime()) return undefined;
  return { userId, sessionId };
}
