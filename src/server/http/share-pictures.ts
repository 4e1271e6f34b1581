import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../foundation/refusals.ts';
import { workQueue } from '../foundation/work-queue.ts';
import { weakTagOf } from './encoded-document.ts';

/** Up to 75 kB each, or 250 kB with a cover. */
const mostKept = 200;
/** Pictures being read, waiting or drawn. */
const mostInWork = 33;
const retryAfterSeconds = 2;
const coverMilliseconds = 2000;

interface SharePicture {
  readonly png: Buffer;
  /** Its cover could not be read in time, so it is not cached. */
  readonly lacksCover: boolean;
}

interface SharePictures<Shown> {
  /** The validator of a picture, derived from its content. */
  readonly etagOf: (shown: Shown) => string;
  /** @throws Refusal unavailable if too many pictures are waiting */
  readonly pictureOf: (shown: Shown) => Promise<SharePicture>;
}

interface Drawing<Shown> {
  /** Runs before the picture's turn, so that slow storage does not delay other pictures. */
  readonly readCover: (shown: Shown) => Promise<Buffer | undefined>;
  readonly draw: (shown: Shown, cover: Buffer | undefined) => Promise<Buffer>;
}

/**
 * Link preview pictures by content: each is drawn once, one at a time, and the most recently used stay in memory. A
 * client requesting every artist's picture costs no more than one drawing at a time. A cover that cannot be read in
 * time is omitted.
 */
export function sharePictures<Shown>(
  { readCover, draw }: Drawing<Shown>,
  patience = coverMilliseconds,
): SharePictures<Shown> {
  const kept = new Map<string, Promise<SharePicture>>();
  const places = workQueue({ atOnce: mostInWork, waiting: 0 });
  const turns = workQueue({ atOnce: 1, waiting: mostInWork });
  // A read that hangs outlives its picture and holds a connection.
  const reads = workQueue({ atOnce: mostInWork, waiting: 0 });
  const etagOf = (shown: Shown) => weakTagOf(JSON.stringify(shown));

  const keep = (tag: string, picture: Promise<SharePicture>) => {
    // The map is in order of use, so the first entry is the least recently used.
    kept.delete(tag);
    kept.set(tag, picture);
    const [oldest] = kept.size > mostKept ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
  };
  const coverInTime = (shown: Shown) => {
    const cover = reads.run(() => readCover(shown), tooMany).catch(() => 'late' as const);
    return Promise.race([cover, setTimeout(patience, 'late' as const, { ref: false })]);
  };
  const make = async (shown: Shown): Promise<SharePicture> => {
    const cover = await coverInTime(shown);
    const lacksCover = cover === 'late';
    const png = await turns.run(() => draw(shown, lacksCover ? undefined : cover), tooMany);
    return { png, lacksCover };
  };

  return {
    etagOf,
    pictureOf: async (shown) => {
      const tag = etagOf(shown);
      const picture = kept.get(tag) ?? places.run(() => make(shown), tooMany);
      keep(tag, picture);
      const forget = () => kept.get(tag) === picture && kept.delete(tag);
      try {
        const made = await picture;
        if (made.lacksCover) forget();
        return made;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}

const tooMany = () => refuse('unavailable', { retryAfterSeconds });

/** Sends a picture with its validator, or 304. One without its cover is not cached. */
export async function sendSharePicture<Shown>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  pictures: SharePictures<Shown>,
  shown: Shown,
  cacheControl: string,
): Promise<FastifyReply> {
  const etag = pictures.etagOf(shown);
  if (request.headers['if-none-match'] === etag)
    return reply.code(304).headers({ 'cache-control': cacheControl, etag }).send();
  const { png, lacksCover } = await pictures.pictureOf(shown);
  reply.headers(lacksCover ? { 'cache-control': 'no-store' } : { 'cache-control': cacheControl, etag });
  return reply.type('image/png').send(png);
}
