/** The checksums of a byte, by its value, for a polynomial of so many bits. */
const tableOf = (bits: 8 | 16, polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (bits - 8);
    for (let i = 0; i < 8; i++) sum = (sum & (1 << (bits - 1))) === 0 ? sum << 1 : (sum << 1) ^ polynomial;
    return sum & (2 ** bits - 1);
  });

const [table8, table16] = [tableOf(8, 0x07), tableOf(16, 0x8005)];

/** Of a frame's header (RFC 9639, section 9.1.8). */
export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum = table8[sum ^ (bytes[i] ?? 0)] ?? 0;
  return sum;
}

/** Of a whole frame (section 9.3). */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum = ((sum << 8) & 0xffff) ^ (table16[(sum >>> 8) ^ (bytes[i] ?? 0)] ?? 0);
  return sum;
}
