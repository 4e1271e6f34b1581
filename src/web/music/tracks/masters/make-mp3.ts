import { maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import { usingFile } from '#web/files/chosen-file-changed.ts';
import { trustScript } from '#web/trust-script.ts';
import { FileWindow } from './file-window.ts';
import { readFlacInfo } from './flac-info.ts';
import { isTooLong } from './master-limits.ts';
import type { MasterOrder, MasterReply } from './master-messages.ts';
import workerUrl from './master-worker.ts?worker&url';
import { bytesOfFrame, MasterRefused, textAt, unreadable, wave64 } from './pcm-layout.ts';
import { isAiff, readAiff } from './read-aiff.ts';
import { isWav, readWav } from './read-wav.ts';

const tooLong = `As an MP3 this would be too large. Please upload a file smaller than ${shownMegabytes(maximumUploadBytes)}.`;
const noEncoder = 'This browser can’t convert it to MP3. Please upload an MP3.';

interface Making {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Converts a WAV, AIFF or FLAC to an MP3 of 320 kbit/s in a worker.
 * @throws MasterRefused with a text for the artist, FileChanged, or the signal's abort reason
 */
export const makeMp3 = (master: File, making: Making): Promise<File> =>
  usingFile(master, () => convert(master, making));

async function convert(master: File, { onProgress, signal }: Making): Promise<File> {
  if (typeof Worker === 'undefined' || typeof WebAssembly === 'undefined') throw new MasterRefused(noEncoder);
  const order = await orderOf(master);
  signal.throwIfAborted();
  const mp3 = await encoded(order, { onProgress, signal });
  if (mp3.size > maximumUploadBytes) throw new MasterRefused(tooLong);
  return new File([mp3], `${master.name.replace(/\.[^.]*$/, '')}.mp3`, { type: 'audio/mpeg' });
}

async function orderOf(file: File): Promise<MasterOrder> {
  const bytes = new FileWindow(file);
  const info = await readFlacInfo(bytes);
  if (info !== null) {
    refuseTooLong(info.samples / info.sampleRate);
    return { kind: 'flac', file, info };
  }
  const start = await bytes.at(0, 12);
  if (textAt(start, 0) === 'riff') throw new MasterRefused(wave64);
  const read = isWav(start) ? readWav : isAiff(start) ? readAiff : undefined;
  if (!read) throw new MasterRefused(unreadable);
  const layout = await read(bytes);
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
