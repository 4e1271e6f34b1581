import { maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import { isFlac, readFlacInfo } from './flac-info.ts';
import { encodedRate, isTooLong } from './master-limits.ts';
import type { MasterOrder, MasterReply, Piece } from './master-messages.ts';
import workerUrl from './master-worker.ts?worker&url';
import { bytesOfFrame, MasterRefused, unreadable } from './pcm-layout.ts';
import { isAiff, readAiff } from './read-aiff.ts';
import { isWav, readWav } from './read-wav.ts';
import { trustScript } from './trust-script.ts';

/** In so much of the beginning stands how a file is laid out, also behind a cover picture. */
const beginningBytes = 4 * 1024 * 1024;
const tooLong = `As an MP3 this would be too large. Please upload a file smaller than ${shownMegabytes(maximumUploadBytes)}.`;
const noEncoder = 'This browser can’t convert it to MP3. Please upload an MP3.';
const incomplete = 'This file is damaged or incomplete. Export it again, or upload an MP3.';
/** So much less than a FLAC says may be how a browser resamples it. */
const missingSeconds = 0.25;
const noFlac = 'This browser can’t read FLAC. Export it as WAV or AIFF, or upload an MP3.';

interface Making {
  /** From 0 to 1; the decoding of a FLAC is not in it. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes an MP3 of 320 kbit/s of a WAV, an AIFF or a FLAC, in a thread of its own. Throws MasterRefused with a text for the artist, or
 * what the signal was aborted with.
 */
export async function makeMp3(master: File, { onProgress, signal }: Making): Promise<File> {
  if (typeof Worker === 'undefined' || typeof WebAssembly === 'undefined') throw new MasterRefused(noEncoder);
  const work = await workOf(master);
  signal.throwIfAborted();
  const mp3 = await encoded(work, { onProgress, signal });
  if (mp3.size > maximumUploadBytes) throw new MasterRefused(tooLong);
  return new File([mp3], `${master.name.replace(/\.[^.]*$/, '')}.mp3`, { type: 'audio/mpeg' });
}

interface Work {
  readonly order: MasterOrder;
  /** What the thread asks for pieces of; null where it reads the file itself. */
  readonly sound: AudioBuffer | null;
}

async function workOf(master: File): Promise<Work> {
  const beginning = await master.slice(0, beginningBytes).arrayBuffer();
  const view = new DataView(beginning);
  if (isFlac(view)) return decodedFlac(master, beginning);
  const read = isWav(view) ? readWav : isAiff(view) ? readAiff : undefined;
  if (!read) throw new MasterRefused(unreadable);
  const layout = read(beginning, master.size);
  refuseTooLong(layout.length / bytesOfFrame(layout) / layout.sampleRate);
  return { order: { kind: 'file', file: master, layout }, sound: null };
}

/** Browsers decode FLAC on the page's own thread alone, whole and into floats. */
async function decodedFlac(master: File, beginning: ArrayBuffer): Promise<Work> {
  const { sampleRate: rate, samples, channels } = readFlacInfo(beginning);
  if (typeof OfflineAudioContext === 'undefined') throw new MasterRefused(noFlac);
  if (channels > 2) throw new MasterRefused('This file has more than two channels. Export a stereo mix.');
  refuseTooLong(samples / rate);
  const sampleRate = encodedRate(rate);
  const context = new OfflineAudioContext(channels, 1, sampleRate);
  const readsFlac = document.createElement('audio').canPlayType('audio/flac') !== '';
  const sound = await context.decodeAudioData(await master.arrayBuffer()).catch(() => {
    throw new MasterRefused(readsFlac ? unreadable : noFlac);
  });
  refuseTooLong(sound.duration);
  // Browsers decode what they can of a damaged file, and an artist would upload half a track.
  if (sound.duration < samples / rate - missingSeconds) throw new MasterRefused(incomplete);
  const { numberOfChannels, length: frames } = sound;
  return { order: { kind: 'pieces', sampleRate, channels: numberOfChannels, frames }, sound };
}

function pieceOf(sound: AudioBuffer | null, { from, to }: { from: number; to: number }): Piece {
  const samples = Array.from({ length: sound?.numberOfChannels ?? 0 }, (_, channel) => {
    const piece = new Float32Array(to - from);
    sound?.copyFromChannel(piece, channel, from);
    return piece;
  });
  return { kind: 'piece', samples };
}

function refuseTooLong(seconds: number): void {
  if (isTooLong(seconds)) throw new MasterRefused(tooLong);
}

function encoded({ order, sound }: Work, { onProgress, signal }: Making): Promise<Blob> {
  trustScript(workerUrl);
  const worker = new Worker(workerUrl, { type: 'module' });
  const hand = (piece: Piece) =>
    worker.postMessage(
      piece,
      piece.samples.map(({ buffer }) => buffer),
    );
  const ended = new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // Its code did not load, as without a connection: another try may do.
    worker.addEventListener('error', () => reject(new Error('The thread did not start.')));
    worker.addEventListener('message', ({ data }: MessageEvent<MasterReply>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else if (data.kind === 'wanted') hand(pieceOf(sound, data));
      else if (data.kind === 'done') resolve(data.mp3);
      else reject(data.mayEncode ? new Error(data.why) : new MasterRefused(noEncoder));
    });
  });
  worker.postMessage(order);
  return ended.finally(() => worker.terminate());
}
