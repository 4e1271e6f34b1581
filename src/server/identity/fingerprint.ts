import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
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

/** IPv4 as four numbers, including IPv4-mapped IPv6; IPv6 as eight groups; undefined for anything else. */
function parse(address: string): { version: 4 | 6; parts: number[] } | undefined {
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? { version: 4, parts: parsed.octets }
    : { version: 6, parts: parsed.parts };
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
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';

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
