import type {} from '@vitest/browser-playwright';
import type { BrowserCommand } from 'vitest/node';
import { Mp3FrameReader, Mp3RefusedError } from '#server/music/tracks/audio/mp3-frame-reader.ts';
import { type OddFile, oddFiles } from './odd-files.ts';

interface AcceptedRecording {
  readonly name: string;
  /** What the server stores of the file, in base64. */
  readonly frames: string;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    acceptedRecordings: () => Promise<AcceptedRecording[]>;
  }
}

/** What the server stores of an odd file; nothing if it refuses the file. */
async function framesOf({ bytes }: OddFile): Promise<Buffer | undefined> {
  const whole = (async function* () {
    yield bytes();
  })();
  try {
    return Buffer.concat(await Array.fromAsync(new Mp3FrameReader().frames(whole), (run) => run.slice()));
  } catch (error) {
    if (error instanceof Mp3RefusedError) return undefined;
    throw error;
  }
}

/** Every odd file that the server accepts, as it stores it; the same sound once. */
export const acceptedRecordings: BrowserCommand<[]> = async () => {
  const recordings = new Map<string, AcceptedRecording>();
  for (const file of oddFiles) {
    const frames = (await framesOf(file))?.toString('base64');
    if (frames !== undefined && !recordings.has(frames)) recordings.set(frames, { name: file.name, frames });
  }
  return [...recordings.values()];
};
