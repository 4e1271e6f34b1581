import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHeld, weakTagOf } from './encoded-document.ts';

type Read<Answer> = (key: string, make: () => Promise<Answer>) => Promise<Answer>;

/** Responses that are the same for everyone, created once for all requests within a short time. */
export interface SharedAnswers {
  /** A separate store for one type of response. The key contains everything that the response depends on. */
  readonly of: <Answer>() => Read<Answer>;
  /** Drops all of them. Later requests read again. */
  readonly forget: () => void;
}

export interface SharedAnswersOptions {
  /** Maximum age of a response, counted from the start of its read; 0 shares nothing. */
  readonly milliseconds: number;
  /** Responses per store; the oldest is dropped first. */
  readonly most?: number;
  readonly now?: () => number;
}

export function sharedAnswers(options: SharedAnswersOptions): SharedAnswers {
  const stores: { forget(): void }[] = [];
  return {
    of<Answer>(): Read<Answer> {
      const store = new Store<Answer>(options);
      stores.push(store);
      return (key, make) => store.read(key, make);
    },
    forget: () => {
      for (const store of stores) store.forget();
    },
  };
}

interface Kept<Answer> {
  readonly since: number;
  readonly answer: Promise<Answer>;
}

class Store<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #options: SharedAnswersOptions;

  constructor(options: SharedAnswersOptions) {
    this.#options = options;
  }

  read(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const { milliseconds, now = () => performance.now() } = this.#options;
    const known = this.#kept.get(key);
    if (known && now() - known.since < milliseconds) return known.answer;
    const made = { since: now(), answer: make() };
    this.#keep(key, made);
    made.answer.catch(() => {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
    });
    return made.answer;
  }

  forget(): void {
    this.#kept.clear();
  }

  /** The map is in order of creation, so the first entry is the oldest. */
  #keep(key: string, made: Kept<Answer>): void {
    this.#kept.delete(key);
    this.#kept.set(key, made);
    const { most = 500 } = this.#options;
    const [oldest] = this.#kept.size > most ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** A call's response as sent to everyone who makes the same request. */
export interface SharedAnswer {
  readonly etag: string;
  readonly body: Buffer;
}

export function sharedAnswerOf(answer: unknown): SharedAnswer {
  const body = Buffer.from(JSON.stringify(answer));
  return { etag: weakTagOf(body), body };
}

/**
 * Sends it, or 304 if the client has it. Browsers and proxies may store GET responses but must revalidate them, so that
 * a takedown reaches their copies.
 */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body }: SharedAnswer,
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (request.method === 'POST') return reply.send(body);
  reply.header('cache-control', 'public, no-cache');
  return isHeld(request, reply, etag) ? reply.code(304).send() : reply.send(body);
}
