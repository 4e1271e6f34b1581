import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { refusalsOf } from '#server/http/guards.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { anyValue, rarely, sentFor } from '#tests/support/world/requests-of-schema.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { type Actor, actors, anActor } from './authorization-actors.ts';

/** `FUZZ_REQUESTS=100000 FUZZ_SEED=7 vitest run --project api tests/api/fuzz.test.ts` asks more, and otherwise. */
const requestsInAll = Number(process.env.FUZZ_REQUESTS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
/** Then everybody is made anew: some of the calls change who may act, and what there is. */
const roundLength = 500;
const atOnce = 8;

const calls = Object.entries(api).flatMap(([concept, named]) =>
  Object.entries<Call>(named).map(([name, call]) => ({ name: `${concept}.${name}`, call })),
);
type Named = (typeof calls)[number];

interface Sent {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Sent as it is, in place of the body: not JSON, or of another type. */
  readonly raw: { readonly text: string; readonly type: string } | undefined;
  readonly key: string;
}

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ LOG_LEVEL: 'silent' });
});
afterAll(() => earshot.close());

interface Cast {
  readonly users: Readonly<Record<Actor, ApiUser>>;
  /** Ids of things there are: users, their tracks, reviews, and those of others. */
  readonly ids: readonly string[];
}

async function aCast(): Promise<Cast> {
  const made: [Actor, ApiUser][] = [];
  for (const actor of actors) made.push([actor, await anActor(earshot, actor)]);
  const users = Object.fromEntries(made) as Record<Actor, ApiUser>; // every actor is in the list
  const db = earshot.testDatabase.ownerDatabase;
  const track = await aTrack(db, { artistId: users.artist.userId });
  const gone = await aTrack(db, { artistId: users.artist.userId, status: 'deleted' });
  const review = await aReview(db, { listenerId: users.listener.userId, track: await aTrack(db) });
  const people = made.map(([, { userId }]) => userId);
  return { users, ids: [...people, track.id, gone.id, review.id, review.track.id] };
}

const brokenBodies = fc.constantFrom(
  { text: '{', type: 'application/json' },
  { text: '', type: 'application/json' },
  { text: 'null', type: 'application/json' },
  { text: '[1]', type: 'application/json' },
  { text: '"text"', type: 'application/json' },
  { text: '{"a":1,"a":2}', type: 'application/json' },
  { text: '{"__proto__":{"isAdmin":true}}', type: 'application/json' },
  { text: `${'['.repeat(5000)}${']'.repeat(5000)}`, type: 'application/json' },
  { text: '{}', type: 'text/plain' },
  { text: '{}', type: 'application/json; charset=utf-16' },
  { text: '{}', type: 'nonsense' },
  { text: 'a=1', type: 'application/x-www-form-urlencoded' },
  { text: '--x\r\n\r\n--x--', type: 'multipart/form-data; boundary=x' },
);

interface Asked {
  readonly named: Named;
  readonly actor: Actor;
  readonly request: Sent;
}

/** Whoever switches roles may call what was refused before: here everybody stays who they are. */
const withoutRoleSwitch = (body: unknown): unknown =>
  body !== null && typeof body === 'object' && 'userType' in body ? { ...body, userType: undefined } : body;

function asked(named: Named, ids: readonly string[]): Arbitrary<Asked> {
  const { params, query, body } = named.call;
  const unasked = rarely(20, fc.dictionary(fc.string(), anyValue, { maxKeys: 1 }));
  const part = (schema: z.ZodType | undefined) => (schema ? sentFor(schema, ids) : unasked);
  const badKey = fc.constantFrom('', 'x', 'a'.repeat(500));
  const request = fc.record({
    params: part(params),
    query: part(query),
    body: part(body).map(withoutRoleSwitch),
    raw: rarely(25, brokenBodies),
    key: fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: badKey }),
  });
  return fc.record({ named: fc.constant(named), actor: fc.constantFrom(...actors), request });
}

/** A part as an address can carry it: of longer addresses Node reads nothing. */
const written = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1500).toWellFormed();

function addressOf({ path }: Call, { params, query }: Sent): string {
  const given = new Map(Object.entries(params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(written(given.get(name)) || 'x'),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {})
      .slice(0, 5)
      .map(([name, value]) => [name, written(value)]),
  );
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function send(user: ApiUser, call: Call, request: Sent): Promise<Response> {
  const hasBody = call.method !== 'GET' && (call.body !== undefined || request.raw !== undefined);
  const { text, type } = request.raw ?? { text: JSON.stringify(request.body), type: 'application/json' };
  return user.fetch(addressOf(call, request), {
    method: call.method,
    headers: {
      'sec-fetch-site': 'same-origin',
      'idempotency-key': request.key,
      ...(hasBody ? { 'content-type': type } : {}),
    },
    ...(hasBody ? { body: text } : {}),
  });
}

const outsiders: readonly Actor[] = ['anonymous', 'forged token', 'ended session', 'suspended'];

/** Whether this kind of user may ever make the call. */
function mayCall(actor: Actor, { who }: Call): boolean {
  // A token that no longer holds makes nobody of its bearer where everybody may call.
  if (who === 'public' || who === 'everybody') return true;
  if (outsiders.includes(actor)) return false;
  if (actor === 'admin' && (who === 'artist' || who === 'listener')) return true;
  return who === 'signed_in' || who === 'owner' || who === actor;
}

/** What is wrong with an answer, or undefined. */
async function faultOf(
  actor: Actor,
  { call }: Named,
  request: Sent,
  answer: Response,
): Promise<string | undefined> {
  const content: unknown = await answer.json().catch(() => undefined);
  if (answer.status >= 500) return `broken: ${answer.status}`;
  if (answer.ok) {
    if (!mayCall(actor, call)) return 'may not make this call';
    if (request.raw === undefined && call.body && !call.body.safeParse(asReceived(request.body)).success)
      return 'was malformed';
    return call.answer.safeParse(content).success ? undefined : 'the answer is not of its schema';
  }
  const refusal = ErrorAnswer.safeParse(content);
  if (!refusal.success) return `no refusal of the contract: ${answer.status}`;
  const { code } = refusal.data.error;
  const isKnown = refusalsOf(call).includes(code) || code === 'malformed' || code === 'not_found';
  return isKnown ? undefined : `refused with '${code}', which it does not declare`;
}

/** What JSON makes of a value on its way. */
const asReceived = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));

async function round(seedOfRound: number, length: number): Promise<string[]> {
  const { users, ids } = await aCast();
  const anything = fc.oneof(...calls.map((named) => asked(named, ids)));
  const requests = fc.sample(anything, { seed: seedOfRound, numRuns: length });
  const faults: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const { named, actor, request } = next;
      const answer = await send(users[actor], named.call, request);
      const fault = await faultOf(actor, named, request, answer);
      if (fault)
        faults.push(`${named.name} as ${actor}: ${fault}; sent ${JSON.stringify(request).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return faults;
}

test(
  'random requests get responses that match the contract and permissions of their sender',
  async () => {
    for (let done = 0; done < requestsInAll; done += roundLength) {
      const faults = await round(seed + done, Math.min(roundLength, requestsInAll - done));
      expect(faults, `round of seed ${seed + done}`).toEqual([]);
    }
    expect((await earshot.nobody.fetch('/health')).status).toBe(200);
  },
  60_000 + requestsInAll * 60,
);

test('a body over the limit of a call is rejected while it arrives, even at ten megabytes', async () => {
  const user = await earshot.signIn({ userType: 'listener' });
  for (const megabytes of [1, 10]) {
    const body = JSON.stringify({ displayName: 'x'.repeat(megabytes * 1024 * 1024) });
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await user.fetch('/api/profile', { method: 'PATCH', headers, body });
    expect(answer.status).toBe(413);
  }
});
