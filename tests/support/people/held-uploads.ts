import { onTestFinished } from 'vitest';
import type { StoredUpload } from '#contract/music/tracks/tracks.ts';

/** One file on its way, which goes on only as the test says. */
export interface HeldUpload {
  /** What is sent. */
  readonly content: Blob;
  /** So many bytes have been sent. */
  readonly sent: (bytes: number) => void;
  /** The server has the file and has checked it. */
  readonly stored: () => void;
  readonly isStopped: () => boolean;
}

const realRequest = window.XMLHttpRequest;

/**
 * Holds the bytes of every upload until the test ends: nothing is sent, and the test plays the server.
 * @returns the uploads that were begun, in order
 */
export function holdUploads(): readonly HeldUpload[] {
  const begun: HeldUpload[] = [];
  window.XMLHttpRequest = class extends realRequest {
    #answer = '';
    #isStopped = false;

    override get status() {
      return this.#answer === '' ? 0 : 200;
    }
    override get responseText() {
      return this.#answer;
    }
    override open(_method: string, address: string | URL) {
      super.open('PUT', address);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null) {
      const content = body instanceof Blob ? body : new Blob();
      const { size } = content;
      begun.push({
        content,
        sent: (bytes) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: bytes, total: size })),
        stored: () => {
          const upload: StoredUpload = {
            uploadId: crypto.randomUUID(),
            durationSeconds: 90,
            byteLength: size,
          };
          this.#answer = JSON.stringify(upload);
          this.dispatchEvent(new ProgressEvent('load'));
          this.dispatchEvent(new ProgressEvent('loadend'));
        },
        isStopped: () => this.#isStopped,
      });
    }
    override abort() {
      this.#isStopped = true;
      this.dispatchEvent(new ProgressEvent('abort'));
      this.dispatchEvent(new ProgressEvent('loadend'));
    }
  };
  onTestFinished(() => {
    window.XMLHttpRequest = realRequest;
  });
  return begun;
}
