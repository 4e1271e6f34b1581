import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { openGuestAudio } from '../music/circle/guest-audio.ts';
import { intactAudio } from '../music/tracks/audio/intact-audio.ts';
import { audioPath, type OpenAudio, openAudio } from '../music/tracks/audio/open-audio.ts';
import { pacedBytes } from '../music/tracks/audio/paced-audio.ts';
import { deliver } from './deliver.ts';
import { perUserStreams, type StreamLimits } from './per-user-limits.ts';
import { type LinkWatch, watchLinks } from './watch-links.ts';

export interface AudioRouteOptions {
  readonly deps: Dependencies;
  /** Timeout of a client that accepts no bytes; 30 s by default. */
  readonly idleMilliseconds?: number;
  readonly streams?: StreamLimits;
  /** Ends the sound of private links; by default without news. */
  readonly links?: LinkWatch;
}

const streamLimits: StreamLimits = { atOnce: 6, idleMilliseconds: 2000, patienceMilliseconds: 10_000 };

/**
 * Whatever the bytes are, a browser can only play them and keeps no copy. The policy lets the browser's own media page
 * load the file; `sandbox` would give that page another origin, which breaks playback.
 */
const audioHeaders = {
  'content-type': 'audio/mpeg',
  'content-disposition': 'inline; filename="track.mp3"',
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-store',
  // A buffering proxy would take the whole file at once, which looks like a listener who did, and keep unreleased music
  // on disk.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** GET and HEAD of a track's audio by its link: the whole file or one range. */
export const audioRoute =
  ({
    deps,
    idleMilliseconds = 30_000,
    streams: limits = streamLimits,
    links = watchLinks(deps),
  }: AudioRouteOptions): FastifyPluginAsync =>
  async (app) => {
    const streams = perUserStreams(limits);
    // A stream that waits for its listener would block the shutdown. The player reconnects to another server.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    const isIntact = intactAudio(deps);

    const send = async (reply: FastifyReply, audio: OpenAudio, range?: ByteRange) => {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      // Seeking browsers leave while the audio is still looked up. Such a stream would wait for nobody.
      if (reply.raw.destroyed) gone.abort();
      if (audio.privateLink) {
        const ended = links.endOf(audio.privateLink, gone.signal);
        ended.addEventListener('abort', () => reply.raw.destroy(), { once: true });
      }
      const place = await streams.enter(audio.hearerId, () => reply.raw.destroy(), gone.signal);
      try {
        const content = await audio.read(range);
        reply.hijack();
        reply.raw.writeHead(reply.statusCode, headersOf(audio, range));
        // The first bytes may be delayed; sending the headers tells the player that they will come.
        reply.raw.flushHeaders();
        const allow = pacedBytes(
          deps,
          audio,
          bytesOf(audio, range),
          AbortSignal.any([gone.signal, closing.signal]),
        );
        await deliver(reply.raw, content, { idleMilliseconds, allow, onSent: place.moved });
      } finally {
        place.leave();
      }
    };

    app.route<{ Params: { payload: string; mac: string } }>({
      method: ['GET', 'HEAD'],
      // Two parameters, because each is limited to a hundred characters.
      url: `${audioPath}/:payload.:mac`,
      handler: async (request, reply) => {
        const audio =
          (await openGuestAudio(deps, request.params, isIntact)) ??
          (await openAudio(deps, request.params, isIntact));
        const range = wantedRange(request, audio.byteLength);
        if (range === 'unsatisfiable') {
          return reply
            .code(416)
            .headers({ ...audioHeaders, 'content-range': `bytes */${audio.byteLength}` })
            .send();
        }
        reply.code(range ? 206 : 200);
        if (request.method === 'HEAD') return reply.headers(headersOf(audio, range)).send();
        return send(reply, audio, range);
      },
    });
  };

/** Responses have no validator, so an If-Range condition never matches. */
function wantedRange(
  { headers }: FastifyRequest,
  byteLength: number,
): ByteRange | undefined | 'unsatisfiable' {
  const range = headers['if-range'] === undefined ? byteRange(headers.range, byteLength) : 'whole';
  return range === 'whole' ? undefined : range;
}

const headersOf = (
  { byteLength }: OpenAudio,
  range: ByteRange | undefined,
): Record<string, string | number> =>
  range
    ? {
        ...audioHeaders,
        'content-length': range.last - range.first + 1,
        'content-range': `bytes ${range.first}-${range.last}/${byteLength}`,
      }
    : { ...audioHeaders, 'content-length': byteLength };

const bytesOf = ({ byteLength }: OpenAudio, range: ByteRange | undefined) =>
  range ? { from: range.first, to: range.last + 1 } : { from: 0, to: byteLength };

interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

const oneRange = /^bytes=(\d*)-(\d*)$/i;

/**
 * Evaluates a Range header for content of this length (RFC 9110, 14.2): one range; `whole` if the header is absent,
 * invalid or has several ranges; or `unsatisfiable` if no byte of it exists.
 */
export function byteRange(
  header: string | undefined,
  byteLength: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = oneRange.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const first = Math.max(0, byteLength - Number(to));
    return first < byteLength ? { first, last: byteLength - 1 } : 'unsatisfiable';
  }
  const [first, last] = [Number(from), to === '' ? byteLength - 1 : Number(to)];
  if (to !== '' && last < first) return 'whole';
  if (first >= byteLength) return 'unsatisfiable';
  return { first, last: Math.min(last, byteLength - 1) };
}
