import { isIP } from 'node:net';

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

/** The network of an IPv6 address, of at most 64 bits. */
const networkOf = (groups: readonly number[], bits: 56 | 64) => {
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  const kept = [first, second, third, bits === 64 ? fourth : fourth & 0xff00];
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`;
};

/** One sender for rate limits: an IPv4 address, or the /64 that an IPv6 line usually has. */
export function limitPrefix(address: string): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  return parsed.version === 4 ? `${parsed.parts.join('.')}/32` : networkOf(parsed.parts, 64);
}

/**
 * One household in the activity log: the /24 of an IPv4 address, the /56 of an IPv6 address (threats T7, decision 425).
 */
export function householdPrefix(address: string): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  return parsed.version === 4 ? `${parsed.parts.slice(0, 3).join('.')}.0/24` : networkOf(parsed.parts, 56);
}

/** Whether the address is the machine itself: 127.0.0.0/8 or ::1, in any notation. */
export function isLoopback(address: string): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  if (parsed.version === 4) return parsed.parts[0] === 127;
  return parsed.parts.every((group, i) => group === (i === 7 ? 1 : 0));
}
