const windowBytes = 64 * 1024;

/**
 * Reads a few bytes here and there of a file that may be large. Neighbors come from one read, so that many small parts
 * in a row take linear time.
 */
export class FileWindow {
  readonly #file: Blob;
  #begin = 0;
  #view = new DataView(new ArrayBuffer(0));

  constructor(file: Blob) {
    this.#file = file;
  }

  get fileBytes(): number {
    return this.#file.size;
  }

  /** So many bytes at a position; fewer at the end of the file. */
  async at(begin: number, length: number): Promise<DataView> {
    const end = Math.min(begin + length, this.#file.size);
    if (end <= begin) return new DataView(new ArrayBuffer(0));
    if (begin < this.#begin || end > this.#begin + this.#view.byteLength) {
      const read = this.#file.slice(begin, begin + Math.max(length, windowBytes));
      this.#view = new DataView(await read.arrayBuffer());
      this.#begin = begin;
    }
    return new DataView(this.#view.buffer, begin - this.#begin, end - begin);
  }
}
