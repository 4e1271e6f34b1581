import { maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import { id3Bytes, isFlac, readFlacInfo } from './flac-info.ts';
import { isTooLong } from './master-limits.ts';
import type { MasterOrder, MasterReply } from './master-messages.ts';
import workerUrl from './master-worker.ts?worker&url';
import { bytesOfFrame, MasterRefused, unreadable } from './pcm-layout.ts';
import { isAiff, readAiff } from './read-aiff.ts';
import { isWav, readWav } from './read-wav.ts';
import { trustScript } from './trust-script.ts';

/** The file's layout is within this many bytes, even after a cover picture. */
const beginningBytes = 4 * 1024 * 1024;
/** No longer ID3 tag is read over. */
const mostTagBytes = 32 * 1024 * 1024;
const tooLong = `As an MP3 this would be too large. Please upload a file smaller than ${shownMegabytes(maximumUploadBytes)}.`;
const noEncoder = 'This browser can’t convert it to MP3. Please upload an MP3.';

interface Making {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Converts a WAV, AIFF or FLAC to an MP3 of 320 kbit/s in a worker.
 * @throws MasterRefused with a text for the artist, or the signal's abort reason
 */
export async function makeMp3(master: File, { onProgress, signal }: Making): Promise<File> {
  if (typeof Worker === 'undefined' || typeof WebAssembly === 'undefined') throw new MasterRefused(noEncoder);
  const order = await orderOf(master);
  signal.throwIfAborted();
  const mp3 = await encoded(order, { onProgress, signal });
  if (mp3.size > maximumUploadBytes) throw new MasterRefused(tooLong);
  return new File([mp3], `${master.name.replace(/\.[^.]*$/, '')}.mp3`, { type: 'audio/mpeg' });
}

async function orderOf(file: File): Promise<MasterOrder> {
  const tag = id3Bytes(new DataView(await file.slice(0, 10).arrayBuffer()));
  const beginning = await file.slice(0, Math.min(tag, mostTagBytes) + beginningBytes).arrayBuffer();
  const view = new DataView(beginning);
  if (isFlac(view)) {
    const info = readFlacInfo(beginning);
    refuseTooLong(info.samples / info.sampleRate);
    return { kind: 'flac', file, info };
  }
  const read = isWav(view) ? readWav : isAiff(view) ? readAiff : undefined;
  if (!read) throw new MasterRefused(unreadable);
  const layout = read(beginning, file.size);
  refuseTooLong(layout.length / bytesOfFrame(layout) / layout.sampleRate);
  return { kind: 'pcm', file, layout };
}

function refuseTooLong(seconds: number): void {
  if (isTooLong(seconds)) throw new MasterRefused(tooLong);
}

function encoded(order: MasterOrder, { onProgress, signal }: Making): Promise<Blob> {
  trustScript(workerUrl);
  const worker = new Worker(workerUrl, { type: 'module' });
  const ended = new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // The worker's code did not load, for example offline: a retry may help.
    worker.addEventListener('error', () => reject(new Error('The thread did not start.')));
    worker.addEventListener('message', ({ data }: MessageEvent<MasterReply>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else if (data.kind === 'done') resolve(data.mp3);
      else if (data.kind === 'refused') reject(new MasterRefused(data.why));
      else reject(data.mayEncode ? new Error(data.why) : new MasterRefused(noEncoder));
    });
  });
  worker.postMessage(order);
  return ended.finally(() => worker.terminate());
}
