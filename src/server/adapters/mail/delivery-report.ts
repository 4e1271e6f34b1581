import PostalMime from 'postal-mime';
import { isAboutThisEmail } from './refused-for-good.ts';

export interface DeliveryReport {
  /** Addresses that the report was sent to, as its headers and the mail server name them. */
  readonly sentTo: readonly string[];
  /** Addresses, in small letters, whose mailbox will never take the email. */
  readonly refused: readonly string[];
}

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to'];
const address = /[^\s<>;,"]+@[^\s<>;,"]+/g;

/**
 * Reads a report about an email that did not arrive (RFC 3464). What is no such report, or tells of a delay, a blocked
 * network or anything else that may pass, refuses nothing.
 * @throws what postal-mime throws about a message that is too deep
 */
export async function readDeliveryReport(message: Uint8Array): Promise<DeliveryReport> {
  const { headers, attachments } = await PostalMime.parse(message, { forceRfc822Attachments: true });
  const sentTo = headers
    .filter(({ key }) => recipientHeaders.includes(key))
    .flatMap(({ value }) => value.match(address) ?? []);
  const refused = attachments
    .filter(({ mimeType }) => mimeType === 'message/delivery-status')
    .flatMap(({ content }) =>
      refusedIn(typeof content === 'string' ? content : new TextDecoder().decode(content)),
    );
  return { sentTo, refused };
}

/** Groups of fields, the first about the message, each further one about a recipient. */
function refusedIn(status: string): string[] {
  const unfolded = status.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ');
  return unfolded
    .split(/\n\s*\n/)
    .map(fieldsOf)
    .filter(isRefusal)
    .flatMap((fields) => [fields.get('final-recipient'), fields.get('original-recipient')])
    .flatMap((recipient) => recipient?.toLowerCase().match(address) ?? []);
}

type Fields = ReadonlyMap<string, string>;

const fieldsOf = (group: string): Fields =>
  new Map(
    group.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^([\w-]+):\s*(.*)$/.exec(line.trim()) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value] as const];
    }),
  );

function isRefusal(fields: Fields): boolean {
  if (fields.get('action')?.toLowerCase() !== 'failed') return false;
  const [status = ''] = fields.get('status')?.match(/^\d\.\d{1,3}\.\d{1,3}/) ?? [];
  const words = fields.get('diagnostic-code') ?? '';
  if (!status.startsWith('5.')) return false;
  // 5.0.0 says only that it failed.
  return isAboutThisEmail({ status: status === '5.0.0' ? undefined : status, words });
}
