import { randomUUID } from 'node:crypto';
import { storedPrefixes } from '../stored-prefix-rules.ts';

/** Bytes of stored audio that one artist may have. */
export const storageQuotaBytes = 10 * 1024 ** 3;

/** Every object of this concept begins with one of these: finished audio, and parts of what is not whole yet. */
export const objectPrefixes = [storedPrefixes.audio, storedPrefixes.parts];

/** Spread over folders, so that none grows without end. */
function newKey(prefix: string, ending: string): string {
  const id = randomUUID();
  return `${prefix}${id.slice(0, 2)}/${id}.${ending}`;
}

/** New random keys. */
export const newStorageKey = (): string => newKey(storedPrefixes.audio, 'mp3');
export const newPartKey = (): string => newKey(storedPrefixes.parts, 'part');

const hour = 3_600_000;
/** An object without a row may belong to an upload that is just ending; after an hour it is left over. */
export const orphanedBefore = (now: Date): Date => new Date(now.getTime() - hour);
/** An upload that has not become a track after a day, or of which nothing came for a day, is given up. */
export const givenUpBefore = (now: Date): Date => new Date(now.getTime() - 24 * hour);
