/**
 * A fixed-size buffer over a stream: filled at the end, read from the start. Bytes only move when the end is reached,
 * so the cost stays linear for any chunk size.
 */
export class ByteWindow {
  readonly bytes: Uint8Array;
  start = 0;
  end = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Copies as much of the chunk as fits, from `from` on, and returns the number of bytes. */
  fill(chunk: Uint8Array, from: number): number {
    if (this.start === this.end) this.start = this.end = 0;
    else if (this.end === this.bytes.length) this.#moveToFront();
    const taken = Math.min(chunk.length - from, this.bytes.length - this.end);
    this.bytes.set(chunk.subarray(from, from + taken), this.end);
    this.end += taken;
    return taken;
  }

  /** Call it after the last byte: clears leftovers behind the end, so that they are not read as part of the stream. */
  seal(): void {
    this.bytes.fill(0, this.end);
  }

  #moveToFront(): void {
    this.bytes.copyWithin(0, this.start, this.end);
    this.end -= this.start;
    this.start = 0;
  }
}
