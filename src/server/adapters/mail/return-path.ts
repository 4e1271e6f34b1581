import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Half of a MAC, because a local part is limited to 64 characters. */
const macDigits = 16;
const idDigits = 32;

const macOf = (key: KeyObject, id: string): string =>
  createHmac('sha256', key).update(`return path ${id}`).digest('hex').slice(0, macDigits);

/**
 * The bounce address of an email: bounces+ID@example.org for bounces@example.org. Only the server can create a valid
 * one.
 */
export function returnPath(address: string, key: KeyObject, mailId: string): string {
  const at = address.lastIndexOf('@');
  const id = mailId.replaceAll('-', '').toLowerCase();
  return `${address.slice(0, at)}+${id}${macOf(key, id)}${address.slice(at)}`;
}

/** The id of the email that bounced to this address; undefined if this server did not create the address. */
export function readReturnPath(key: KeyObject, address: string): string | undefined {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const [, id, mac = ''] =
    new RegExp(`\\+([\\da-f]{${idDigits}})([\\da-f]{${macDigits}})$`).exec(local) ?? [];
  if (id === undefined) return undefined;
  const expected = Buffer.from(macOf(key, id));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
