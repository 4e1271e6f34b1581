import { createEncoder } from 'wasm-media-encoders';
import wasmUrl from 'wasm-media-encoders/wasm/mp3?url';
import { flacPieces } from './flac-pieces.ts';
import { encodedRate, masterKilobits } from './master-limits.ts';
import type { MasterOrder, MasterReply } from './master-messages.ts';
import { bytesOfFrame, MasterRefused } from './pcm-layout.ts';
import { samplesOf } from './pcm-samples.ts';

/** Samples per channel encoded at a time: about three seconds. */
const pieceFrames = 2 ** 17;

const reply = (message: MasterReply) => postMessage(message);

/** The pieces of the audio, each with the share done after it. */
async function* piecesOf(order: MasterOrder): AsyncGenerator<readonly [Float32Array[], number]> {
  if (order.kind === 'flac') return yield* flacPieces(order.file, { info: order.info, pieceFrames });
  const { file, layout } = order;
  const frameBytes = bytesOfFrame(layout);
  const length = Math.floor(layout.length / frameBytes) * frameBytes;
  for (let from = 0; from < length; from += pieceFrames * frameBytes) {
    const to = Math.min(length, from + pieceFrames * frameBytes);
    const bytes = await file.slice(layout.begin + from, layout.begin + to).arrayBuffer();
    yield [samplesOf(bytes, layout), to / length];
  }
}

async function encode(order: MasterOrder): Promise<Blob> {
  const { channels, sampleRate } = order.kind === 'pcm' ? order.layout : order.info;
  const wasm = await fetch(wasmUrl);
  if (!wasm.ok) throw new Error(`The encoder did not load: ${wasm.status}`);
  const encoder = await createEncoder('audio/mpeg', await wasm.arrayBuffer());
  encoder.configure({
    channels: channels === 1 ? 1 : 2,
    sampleRate,
    bitrate: masterKilobits,
    outputSampleRate: encodedRate(sampleRate),
  });
  // Copied, because the encoder reuses its output buffer.
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const [samples, share] of piecesOf(order)) {
    parts.push(new Uint8Array(encoder.encode(samples)));
    reply({ kind: 'progress', share });
  }
  parts.push(new Uint8Array(encoder.finalize()));
  return new Blob(parts, { type: 'audio/mpeg' });
}

const replyOfError = (error: unknown): MasterReply =>
  error instanceof MasterRefused
    ? { kind: 'refused', why: error.message }
    : { kind: 'failed', why: String(error), mayEncode: !(error instanceof WebAssembly.CompileError) };

addEventListener('message', ({ data }: MessageEvent<MasterOrder>) => {
  encode(data).then(
    (mp3) => reply({ kind: 'done', mp3 }),
    (error: unknown) => reply(replyOfError(error)),
  );
});
