/**
 * A fixed stretch of a stream: filled at its end, read from its start, never larger than made. Bytes move only when
 * the end is reached, so the cost stays linear however small the chunks are.
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

  /** Takes what fits of the chunk from `from` on and answers how many bytes that was. */
  fill(chunk: Uint8Array, from: number): number {
    if (this.start === this.end) this.start = this.end = 0;
    else if (this.end === this.bytes.length) this.#moveToFront();
    const taken = Math.min(chunk.length - from, this.bytes.length - this.end);
    this.bytes.set(chunk.subarray(from, from + taken), this.end);
    this.end += taken;
    return taken;
  }

  /** No more bytes will come: what an older stretch left behind the end must not be read as part of the stream. */
  seal(): void {
    this.bytes.fill(0, this.end);
  }

  #moveToFront(): void {
    this.bytes.copyWithin(0, this.start, this.end);
    this.end -= this.start;
    this.start = 0;
  }
}
