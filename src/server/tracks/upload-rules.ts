import { randomUUID } from 'node:crypto';

/** Bytes of stored audio that one artist may have. */
export const storageQuotaBytes = 10 * 1024 ** 3;

/** Every object of this concept begins so. */
export const audioPrefix = 'tracks/';

/** A new random key; spread over folders, so that none grows without end. */
export function newStorageKey(): string {
  const id = randomUUID();
  return `${audioPrefix}${id.slice(0, 2)}/${id}.mp3`;
}

const hour = 3_600_000;
/** An object without a row may belong to an upload that is just ending; after an hour it is left over. */
export const orphanedBefore = (now: Date): Date => new Date(now.getTime() - hour);
/** An upload that has not become a track after a day is given up. */
export const givenUpBefore = (now: Date): Date => new Date(now.getTime() - 24 * hour);
