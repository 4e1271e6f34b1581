import { parentPort, workerData } from 'node:worker_threads';
import { MPEGDecoder } from 'mpg123-decoder';
import { releaseMemory } from '../../../foundation/release-memory.ts';
import type { AnalysisInput, AnalysisOrder, AnalysisReply, AudioAnalysis } from './analyse-audio.ts';
import { LoudnessMeter } from './loudness.ts';
import { PeakMeter } from './peaks.ts';
import { SoundPrinter } from './sound-print.ts';

/** Bytes decoded at a time, which at the lowest bitrate become 0.8 MB of samples. */
const SLICE_BYTES = 2 * 1024;
const CHANNELS = 2;

const port = parentPort;
if (port === null) throw new Error('This file runs in a thread of its own.');
const reply = (message: AnalysisReply) => port.postMessage(message);

const { samples, sampleRate } = workerData as AnalysisOrder;
const peaks = new PeakMeter(samples);
const loudness = new LoudnessMeter(sampleRate, CHANNELS);
const printer = new SoundPrinter(sampleRate);
// Gapless decoding would trim samples at both ends, which the expected number includes.
const decoder = new MPEGDecoder({ enableGapless: false });
let decoded = 0;

function decode(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    const { channelData, samplesDecoded } = decoder.decode(bytes.subarray(at, at + SLICE_BYTES));
    if (samplesDecoded === 0) continue;
    decoded += samplesDecoded;
    peaks.push(channelData);
    loudness.push(channelData);
    printer.push(channelData);
  }
}

const analysis = (): AudioAnalysis => ({
  peaks: peaks.peaks(),
  loudnessLufs: loudness.integrated(),
  print: printer.print(),
});

/** The parent ends the thread, because closing the port here could overtake the reply. */
function finish(): void {
  if (decoded === 0) reply({ kind: 'undecodable' });
  else reply({ kind: 'done', analysis: analysis() });
}

await decoder.ready;
port.on('message', (input: AnalysisInput) => {
  if (input === null) return finish();
  decode(input);
  releaseMemory(input);
  reply({ kind: 'ready' });
});
reply({ kind: 'ready' });
