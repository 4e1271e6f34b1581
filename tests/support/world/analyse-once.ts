import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type AnalyseAudio,
  type AudioAnalysis,
  analyseAudio,
} from '#server/music/tracks/audio/analyse-audio.ts';

const analyses = new Map<string, Promise<AudioAnalysis>>();

/**
 * Analyzes equal files once in a process. Most tests upload the same few, and an analysis takes as much processor time as a
 * hundred requests.
 */
export const analyseOnce: AnalyseAudio = async (chunks, expected) => {
  const copies: Uint8Array[] = [];
  // The memory of a chunk is released when the next one is asked for.
  for await (const chunk of chunks) copies.push(new Uint8Array(chunk));
  const content = Buffer.concat(copies);
  const key = `${createHash('sha256').update(content).digest('hex')} ${JSON.stringify(expected)}`;
  const known = analyses.get(key);
  if (known) return known;
  const analysis = analyseAudio(Readable.from([content]), expected);
  analyses.set(key, analysis);
  // What failed, as on a busy machine, is tried again.
  analysis.catch(() => analyses.delete(key));
  return analysis;
};
