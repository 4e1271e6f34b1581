import { damaged, MasterRefused } from './pcm-layout.ts';

/** Zeros behind the last byte, so that four bytes and the next can be read wherever there is one bit. */
const padding = 8;

/** Reads bits of a file, the highest of a byte first. Throws MasterRefused behind its end. */
export class BitReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  /** The next bit. */
  #at = 0;

  constructor(content: ArrayBuffer) {
    this.bytes = new Uint8Array(content.byteLength + padding);
    this.bytes.set(new Uint8Array(content));
    this.#view = new DataView(this.bytes.buffer);
    this.#end = content.byteLength * 8;
  }

  /** The next byte; bits of one that is begun are left out. */
  get byte(): number {
    return Math.ceil(this.#at / 8);
  }

  toByte(): void {
    this.#at = this.byte * 8;
  }

  /** The next 32 bits, with a sign. */
  #peek(): number {
    const at = this.#at;
    if (at >= this.#end) throw new MasterRefused(damaged);
    const into = at & 7;
    const byte = at >>> 3;
    return (this.#view.getUint32(byte, false) << into) | (this.#view.getUint8(byte + 4) >>> (8 - into));
  }

  /** A number of up to 32 bits. */
  read(bits: number): number {
    if (bits === 0) return 0;
    const value = this.#peek() >>> (32 - bits);
    this.#at += bits;
    return value;
  }

  /** A number with a sign, of up to 33 bits: the difference of two channels of 32 has one more. */
  readSigned(bits: number): number {
    if (bits === 0) return 0;
    if (bits > 32) return this.readSigned(32) * 2 + this.read(1);
    const value = this.#peek() >> (32 - bits);
    this.#at += bits;
    return value;
  }

  /** How many zeros stand before the next one. */
  readZeros(): number {
    for (let zeros = 0; ; zeros += 32) {
      const next = this.#peek();
      if (next === 0) {
        this.#at += 32;
        continue;
      }
      const more = Math.clz32(next);
      this.#at += more + 1;
      return zeros + more;
    }
  }

  /** Numbers with a sign in Rice's code, whose lower bits are so many (RFC 9639, section 9.2.7). */
  readRice(into: Float64Array, { from, to, lower }: { from: number; to: number; lower: number }): void {
    for (let i = from; i < to; i++) {
      const next = this.#peek();
      const used = Math.clz32(next) + 1;
      let folded: number;
      if (used + lower <= 32) {
        folded = lower === 0 ? used - 1 : ((used - 1) << lower) | ((next << used) >>> (32 - lower));
        this.#at += used + lower;
      } else {
        folded = (this.readZeros() << lower) | this.read(lower);
      }
      into[i] = (folded >>> 1) ^ -(folded & 1);
    }
  }
}
