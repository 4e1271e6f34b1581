import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MPEGDecoder } from 'mpg123-decoder';
import { createEncoder } from 'wasm-media-encoders';
import { SoundPrinter } from '#server/music/tracks/audio/sound-print.ts';

/** Decoded sound. */
export interface Sound {
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

export async function decoded(bytes: Uint8Array): Promise<Sound> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(bytes);
  decoder.free();
  return { rate: sampleRate, channels: channelData };
}

export const cut = ({ rate, channels }: Sound, from: number, to: number): Sound => ({
  rate,
  channels: channels.map((channel) => channel.slice(from * rate, to * rate)),
});

/** 3 dB louder, and clipped where that is too loud. */
export const louder = ({ rate, channels }: Sound): Sound => ({
  rate,
  channels: channels.map((channel) =>
    channel.map((sample) => Math.max(-1, Math.min(1, sample * 10 ** (3 / 20)))),
  ),
});

/** The print of a sound that comes in chunks. */
export function printOf({ rate, channels }: Sound, chunk = 4608): Int32Array {
  const printer = new SoundPrinter(rate);
  const length = channels[0]?.length ?? 0;
  for (let at = 0; at < length; at += chunk) {
    printer.push(channels.map((channel) => channel.subarray(at, at + chunk)));
  }
  return printer.print();
}

const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');

/** The same sound by another encoder, at 128 kbit/s. */
export async function encodedAnew({ rate, channels }: Sound): Promise<Sound> {
  const encoder = await createEncoder('audio/mpeg', new Uint8Array(await readFile(wasm)));
  encoder.configure({ channels: 2, sampleRate: rate, bitrate: 128 });
  const first = encoder.encode(channels).slice();
  return decoded(Buffer.concat([first, encoder.finalize().slice()]));
}

/** The free recordings that come with the product. */
export const sampleNames = ['escape-from-chaosland', 'feelings', 'metal-madness', 'war-of-freedom'] as const;

/** The beginning of a sample. */
export async function aSample(name: (typeof sampleNames)[number], seconds: number): Promise<Sound> {
  const file = await readFile(new URL(`../../../samples/music/${name}.mp3`, import.meta.url));
  // 192 kbit/s at most.
  return cut(await decoded(file.subarray(0, (seconds + 2) * 24_500)), 0, seconds);
}
