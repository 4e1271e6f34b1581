import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import PostalMime from 'postal-mime';
import { isAboutThisEmail } from './smtp-transport.ts';

/** Bytes read of a message: a report states what failed before it quotes the email. */
export const mostReportBytes = 256 * 1024;
/** postal-mime is slow per line, however short. */
const mostReportLines = 5_000;
/** Characters read of a field. */
const mostLetters = 1_000;

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to'];
// Anyone may send this text. The bounds and the anchor keep the search linear.
const addresses = /(?<![^\s<>;,"])[^\s<>;,"@]{1,64}@[^\s<>;,"@]{1,255}/g;

/**
 * The addresses that a message was sent to, from its headers and the mail server. Reads only the headers, so that
 * nothing else is parsed until an address is known to be ours.
 */
export function addressesSentTo(message: Uint8Array): string[] {
  const text = new TextDecoder('latin1').decode(beginningOf(message));
  const [headers = ''] = groupsIn(text);
  return headers
    .split('\n')
    .map(fieldOf)
    .filter(([name]) => recipientHeaders.includes(name))
    .flatMap(([, value]) => value.match(addresses) ?? []);
}

/**
 * The lowercase addresses that a report (RFC 3464) declares permanently undeliverable. Empty if the message is no
 * report, or tells of a delay, a blocked network or anything else temporary.
 * @throws postal-mime's error for a message nested too deeply
 */
export async function addressesRefusedIn(message: Uint8Array): Promise<string[]> {
  const { attachments } = await PostalMime.parse(beginningOf(message), { forceRfc822Attachments: true });
  return attachments
    .filter(({ mimeType }) => mimeType === 'message/delivery-status')
    .flatMap(({ content }) =>
      refusedIn(typeof content === 'string' ? content : new TextDecoder().decode(content)),
    );
}

function beginningOf(message: Uint8Array): Uint8Array {
  const bytes = message.subarray(0, mostReportBytes);
  const lineEnds = bytes.entries().filter(([, byte]) => byte === 0x0a);
  const [[end] = [bytes.length]] = lineEnds.drop(mostReportLines - 1).take(1);
  return bytes.subarray(0, end);
}

/** The first group of fields is about the message, each further one about a recipient. */
const refusedIn = (status: string): string[] =>
  groupsIn(status)
    .map((group) => new Map(group.split('\n').map(fieldOf)))
    .filter(isRefusal)
    // The original recipient may forward to several mailboxes; only the one that failed counts.
    .map((fields) => fields.get('final-recipient') ?? fields.get('original-recipient'))
    .flatMap((recipient) => recipient?.toLowerCase().match(addresses) ?? []);

/** Splits at empty lines, with each field unfolded onto one line. */
const groupsIn = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n\n');

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  return [name.trim().toLowerCase(), line.slice(colon + 1, colon + 1 + mostLetters).trim()];
}

function isRefusal(fields: ReadonlyMap<string, string>): boolean {
  if (fields.get('action')?.toLowerCase() !== 'failed') return false;
  const [status = ''] = fields.get('status')?.match(/^\d\.\d{1,3}\.\d{1,3}/) ?? [];
  const words = fields.get('diagnostic-code') ?? '';
  if (!status.startsWith('5.')) return false;
  // 5.0.0 only says that it failed.
  return isAboutThisEmail({ status: status === '5.0.0' ? undefined : status, words });
}

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
