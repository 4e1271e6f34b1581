import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;
const form = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const macOf = (key: KeyObject, seconds: number, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest();

/** Signs a notice in Stripe's format: the time in seconds, and an HMAC over time and body. */
export function signNotice(key: KeyObject, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`;
}

/** Whether the signature was made with this key, for this body, within the last five minutes. */
export function isNoticeSigned(key: KeyObject, body: Buffer, signature: unknown, now: Date): boolean {
  const [, time, mac] = form.exec(String(signature)) ?? [];
  if (time === undefined || mac === undefined) return false;
  const seconds = Number(time);
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false;
  return timingSafeEqual(macOf(key, seconds, body), Buffer.from(mac, 'hex'));
}
