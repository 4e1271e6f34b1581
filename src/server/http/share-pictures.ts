import { refuse } from '../refusals.ts';
import { workQueue } from '../work-queue.ts';
import { weakTagOf } from './encoded-document.ts';

/** 75 kB each, and up to 250 kB with a cover. */
const mostKept = 200;
const size = { atOnce: 1, waiting: 32 };
const retryAfterSeconds = 2;

export interface SharePictures<Shown> {
  /** Names the picture of what it shows, for validators. */
  readonly etagOf: (shown: Shown) => string;
  /** Refuses unavailable if too many other pictures wait to be drawn. */
  readonly pictureOf: (shown: Shown) => Promise<Buffer>;
}

/**
 * Pictures for link previews, by what they show: drawn once, one at a time, and the latest used are kept in memory. A
 * client that asks for the picture of every artist costs as much as one drawing after the other.
 */
export function sharePictures<Shown>(draw: (shown: Shown) => Promise<Buffer>): SharePictures<Shown> {
  const kept = new Map<string, Promise<Buffer>>();
  const queue = workQueue(size);
  const etagOf = (shown: Shown) => weakTagOf(JSON.stringify(shown));

  const keep = (tag: string, picture: Promise<Buffer>) => {
    // The map's order is that of use: the first one was not used for the longest time.
    kept.delete(tag);
    kept.set(tag, picture);
    const [oldest] = kept.size > mostKept ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
  };

  return {
    etagOf,
    pictureOf: async (shown) => {
      const tag = etagOf(shown);
      const picture =
        kept.get(tag) ??
        queue.run(
          () => draw(shown),
          () => refuse('unavailable', { retryAfterSeconds }),
        );
      keep(tag, picture);
      try {
        return await picture;
      } catch (error) {
        if (kept.get(tag) === picture) kept.delete(tag);
        throw error;
      }
    },
  };
}
