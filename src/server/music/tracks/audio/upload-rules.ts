import { randomUUID } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { storedPrefixes } from '../../../adapters/storage/stored-object-rules.ts';

/** Bytes of stored audio per artist. */
export const storageQuotaBytes = 10 * 1024 ** 3;

/** The prefixes of this concept's objects: finished audio, and parts of incomplete uploads. */
export const objectPrefixes = [storedPrefixes.audio, storedPrefixes.parts];

/** Spread over folders to keep each of them small. */
function newKey(prefix: string, ending: string): string {
  const id = randomUUID();
  return `${prefix}${id.slice(0, 2)}/${id}.${ending}`;
}

export const newStorageKey = (): string => newKey(storedPrefixes.audio, 'mp3');
export const newPartKey = (): string => newKey(storedPrefixes.parts, 'part');

const hour = 3_600_000;
/** An object without a row may belong to an upload that is not committed yet; after an hour it is orphaned. */
export const orphanedBefore = (now: Date): Date => new Date(now.getTime() - hour);
/** An upload is abandoned if it is not a track after a day, or received nothing for a day. */
export const givenUpBefore = (now: Date): Date => new Date(now.getTime() - dayMilliseconds);
