import { Transform, type TransformCallback } from 'node:stream';
import { maximumUploadBytes } from '#contract/business-rules.ts';
import { UploadInterrupted } from './upload-interrupted.ts';

/** More bytes came than an upload may have. */
export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

/** Lets at most 50 MiB through, and at the end no less than was announced. */
export class UploadMeter extends Transform {
  readonly #announced: number | undefined;
  #received = 0;

  constructor(announced: number | undefined) {
    super();
    this.#announced = announced;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#received += chunk.length;
    if (this.#received > maximumUploadBytes) done(new UploadTooLarge());
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#announced !== undefined && this.#received < this.#announced ? new UploadInterrupted() : null);
  }
}
