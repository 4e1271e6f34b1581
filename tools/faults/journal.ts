import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { z } from 'zod';

export type Act = 'request' | 'reject' | 'approve';

/** One line: what a client is about to request, the answer it got, or how an attempt failed. */
export const JournalLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), at: z.number(), client: z.int(), act: z.string(), key: z.string() }),
  z.object({
    kind: z.literal('answer'),
    at: z.number(),
    client: z.int(),
    act: z.string(),
    key: z.string(),
    status: z.int(),
    /** Of the payout, or of the approved review. */
    id: z.string(),
    ms: z.number(),
  }),
  z.object({
    kind: z.literal('failure'),
    at: z.number(),
    client: z.int(),
    /** 0 if there was no answer. */
    status: z.int(),
    code: z.string(),
    ms: z.number(),
  }),
]);
export type JournalLine = z.infer<typeof JournalLine>;

export interface Journal {
  /** Returns once the line is on the disk. */
  write(line: JournalLine): void;
  close(): void;
}

export function openJournal(path: string): Journal {
  const file = openSync(path, 'wx');
  return {
    write: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`);
      // Failures are only counted, but intents and answers must survive a crash.
      if (line.kind !== 'failure') fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}
