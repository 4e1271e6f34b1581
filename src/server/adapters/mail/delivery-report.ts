import PostalMime from 'postal-mime';
import { isAboutThisEmail } from './refused-for-good.ts';

/** Of a longer message only this much is read: a report says what failed before it quotes the email. */
export const mostReportBytes = 256 * 1024;
/** postal-mime takes long for each line, however short. */
const mostReportLines = 5_000;
/** Of a longer field only this much is read. */
const mostLetters = 1_000;

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to'];
// Anybody may write what is read here: with a bound and a beginning the search takes few steps for each letter.
const addresses = /(?<![^\s<>;,"])[^\s<>;,"@]{1,64}@[^\s<>;,"@]{1,255}/g;

/**
 * Addresses that a message was sent to, as its headers and the mail server name them. Reads the headers only, so that nothing else of a
 * message is looked at before these are known to be ours.
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
 * Addresses, in small letters, whose mailbox will never take the email that the message is a report about (RFC 3464). What is no
 * such report, or tells of a delay, a blocked network or anything else that may pass, refuses nothing.
 * @throws what postal-mime throws about a message that is too deep
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

/** Groups of fields, the first about the message, each further one about a recipient. */
const refusedIn = (status: string): string[] =>
  groupsIn(status)
    .map((group) => new Map(group.split('\n').map(fieldOf)))
    .filter(isRefusal)
    // Who was written to first may have others as well, by forwarding: only the mailbox that failed counts.
    .map((fields) => fields.get('final-recipient') ?? fields.get('original-recipient'))
    .flatMap((recipient) => recipient?.toLowerCase().match(addresses) ?? []);

/** What stands between empty lines, with each field on one line. */
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
  // 5.0.0 says only that it failed.
  return isAboutThisEmail({ status: status === '5.0.0' ? undefined : status, words });
}
