import type { Answer, Call, Received } from '#contract/call.ts';
import { type RefusalCode, type RefusalDetails, refusals } from '#contract/errors.ts';

/** What the stand-in answers instead of the call's own answer. */
class Refused {
  readonly status: number;
  readonly content: unknown;

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>>) {
    const { status, message } = refusals[code] as { status: number; message: (details: unknown) => string };
    this.status = status;
    this.content = { error: { code, message: message(details), details, requestId: crypto.randomUUID() } };
  }
}

/** A refusal of the contract with the message that the server would send. */
export const refused = <Code extends RefusalCode>(code: Code, details: RefusalDetails<Code>): Refused =>
  new Refused(code, details);

/** The connection broke before an answer came. */
export const noAnswer = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

type Given<C extends Call> = Answer<C> | Refused;

interface Route {
  readonly call: Call;
  readonly path: RegExp;
  readonly answer: (received: Record<string, unknown>) => Promise<Given<Call>>;
}

let routes: Route[] = [];
let mistakes: string[] = [];

/**
 * Answers one call of the contract from now on, until the test ends or declares the same call again.
 * @returns what was sent, in order; it grows with each call
 */
export function answerCall<C extends Call>(
  call: C,
  give: (sent: Received<C>) => Given<C> | Promise<Given<C>>,
): readonly Received<C>[] {
  const sent: Received<C>[] = [];
  const path = new RegExp(`^${call.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const answer = async (received: Record<string, unknown>) => {
    const known = received as Received<C>; // Parsed by the schemas of the call, which is a type parameter here.
    sent.push(known);
    return give(known);
  };
  routes.unshift({ call, path, answer });
  return sent;
}

/** What a call carries, by the schemas of the contract. Throws when the server would find it malformed. */
async function receive({ call, path }: Route, request: Request): Promise<Record<string, unknown>> {
  const url = new URL(request.url);
  const text = await request.text();
  const key = request.headers.get('Idempotency-Key');
  if (call.idempotencyKey && key === null) throw new Error('No Idempotency-Key was sent.');
  return {
    ...(call.params && { params: call.params.parse(path.exec(url.pathname)?.groups) }),
    ...(call.query && { query: call.query.parse(Object.fromEntries(url.searchParams)) }),
    ...(call.body && { body: call.body.parse(JSON.parse(text)) }),
    ...(call.idempotencyKey && { idempotencyKey: key }),
  };
}

async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const route = routes.find(({ call, path }) => call.method === request.method && path.test(pathname));
  if (route === undefined) {
    mistakes.push(`${request.method} ${pathname} was called, and the test does not answer it.`);
    return new Response(null, { status: 501 });
  }
  const received = await receive(route, request).catch((error: unknown) => {
    mistakes.push(`${request.method} ${pathname} was sent something malformed: ${String(error)}`);
    throw error;
  });
  const given = await route.answer(received);
  if (given instanceof Refused) return Response.json(given.content, { status: given.status });
  return Response.json(route.call.answer.parse(given), { status: route.call.status });
}

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const realFetch = window.fetch.bind(window);

/** Takes the place of `fetch` for the API; everything else of the page still comes from the test runner. */
export function standInForApi(): void {
  window.fetch = async (target, options) => {
    const request = new Request(target, options);
    if (!new URL(request.url).pathname.startsWith('/api/')) return realFetch(request);
    request.signal.throwIfAborted();
    return Promise.race([respond(request), givenUp(request.signal)]);
  };
}

/** Forgets every answer; returns what was called and not declared, or sent malformed. */
export function takeMistakes(): string[] {
  const found = mistakes;
  mistakes = [];
  routes = [];
  return found;
}
