import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { LimitOutcome } from '../adapters/database/rate-limit.ts';
import type { ServerKeys } from '../foundation/server-keys.ts';
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

/** The eight 16-bit groups of an IPv6 address; a dotted tail counts as two. */
function groupsOf(address: string): number[] {
  const plain = address.split('%')[0] ?? '';
  const dotted = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = dotted.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return parse(head);
  const [left, right] = [parse(head), parse(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** IPv4 as four numbers, including IPv4-mapped IPv6; IPv6 as eight groups; undefined for anything else. */
function parse(address: string): { version: 4 | 6; parts: number[] } | undefined {
  const version = isIP(address);
  if (version === 4) return { version, parts: address.split('.').map(Number) };
  if (version !== 6) return undefined;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return { version: 4, parts: [high >> 8, high & 255, low >> 8, low & 255] };
  return { version: 6, parts: groups };
}

const maskOfFourth = { 64: 0xffff, 56: 0xff00, 48: 0 } as const;

/** The network of an IPv6 address, of at most 64 bits. */
const networkOf = (groups: readonly number[], bits: keyof typeof maskOfFourth) => {
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  const kept = [first, second, third, fourth & maskOfFourth[bits]];
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`;
};

const networkOfIPv4 = (parts: readonly number[]) => `${parts.slice(0, 3).join('.')}.0/24`;

/** A network that requests are counted by. */
interface SenderPrefix {
  readonly prefix: string;
  /** How many times the limit of a single line the whole network may use. */
  readonly times: number;
}

/**
 * The networks of a sender, narrowest first. A provider may assign one line a whole /48, so counting by /64 alone would
 * give it 65,536 limits. Strangers may share the wider networks, so their limits are larger.
 */
export function prefixesOf(address: string): readonly [SenderPrefix, ...SenderPrefix[]] {
  const parsed = parse(address);
  if (!parsed) return [{ prefix: 'unknown', times: 1 }];
  const { version, parts } = parsed;
  return version === 4
    ? [
        { prefix: `${parts.join('.')}/32`, times: 1 },
        { prefix: networkOfIPv4(parts), times: 16 },
      ]
    : [
        { prefix: networkOf(parts, 64), times: 1 },
        { prefix: networkOf(parts, 56), times: 4 },
        { prefix: networkOf(parts, 48), times: 16 },
      ];
}

/** The widest network that one sender may hold: a /48, or the /24 of an IPv4 address. */
export const widestPrefix = (address: string): string => prefixesOf(address).at(-1)?.prefix ?? 'unknown';

/**
 * One household in the activity log: the /24 of an IPv4 address, the /56 of an IPv6 address (threats T7).
 */
export function householdPrefix(address: string): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  return parsed.version === 4 ? networkOfIPv4(parsed.parts) : networkOf(parsed.parts, 56);
}

/** Whether the address is the machine itself: 127.0.0.0/8 or ::1, in any notation. */
export function isLoopback(address: string): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  if (parsed.version === 4) return parsed.parts[0] === 127;
  return parsed.parts.every((group, i) => group === (i === 7 ? 1 : 0));
}

/**
 * Takes one attempt from the limit of each network that the sender may hold, narrowest first, so that what one line is
 * refused does not count for its neighbors.
 * @param take takes from the limit of one network, which is `times` the limit of a single line
 */
export async function takeFromSender(
  address: string,
  take: (prefix: string, times: number) => Promise<LimitOutcome>,
): Promise<LimitOutcome> {
  for (const { prefix, times } of prefixesOf(address)) {
    const outcome = await take(prefix, times);
    if (!outcome.taken) return outcome;
  }
  return { taken: true };
}
