import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { type Actor, actors, anActor } from './authorization-actors.ts';
import { rawRequests, requests } from './authorization-requests.ts';
import { type Target, table } from './authorization-table.ts';
import { targetId } from './authorization-targets.ts';
import { setReward } from './money/ledger/ledger-calls.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
  // One approved review is enough for a payout.
  await setReward(earshot.testDatabase.ownerDatabase, 500);
});
afterAll(() => earshot.close());

const calls = new Map<string, Call>(
  Object.entries(api).flatMap(([concept, named]) =>
    Object.entries<Call>(named).map(([name, call]) => [`${concept}.${name}`, call] as const),
  ),
);

interface Row {
  readonly call: string;
  readonly target: Target;
  readonly expected: Readonly<Record<Actor, string>>;
}

/** What a call answers to whoever is nobody, unless it is for everybody. */
const outsiders = {
  anonymous: 'not_authenticated',
  'forged token': 'invalid_token',
  'ended session': 'invalid_token',
  suspended: 'invalid_token',
} as const;

function readRow(line: string): Row {
  const [call = '', target = '', ...codes] = line.split(/\s{2,}/);
  const named = codes.map((code) => (code.startsWith('!') ? 'wrong_user_type' : code));
  const all = codes[0]?.startsWith('everybody ') ? codes[0].slice('everybody '.length) : undefined;
  const [listener = '', artist = '', admin = '', none = ''] =
    all === undefined ? named : [all, all, all, all];
  const others =
    all === undefined
      ? outsiders
      : { anonymous: all, 'forged token': all, 'ended session': all, suspended: all };
  const expected = { ...others, listener, artist, admin, 'no user type': none };
  return { call, target: target as Target, expected }; // the first row's test reads every target of the table
}

const rows = table.trim().split('\n').slice(1).map(readRow);

/** 'ok' or the refusal's code; whatever else comes back is shown as it is. */
async function outcomeOf(response: Response): Promise<string> {
  if (response.ok) return 'ok';
  const refusal = ErrorAnswer.safeParse(await response.json().catch(() => undefined));
  return refusal.success ? refusal.data.error.code : `status ${response.status}`;
}

function send(user: ApiUser, name: string, id: string, query = ''): Promise<Response> {
  const raw = rawRequests[name];
  if (raw) return user.fetch(raw.path(id), raw.init?.());
  const [call, aimed] = [calls.get(name), requests[name]];
  if (!call || !aimed) throw new Error(`Nothing says how ${name} is sent.`);
  const body = aimed.body?.(id);
  return user.fetch(call.path.replace(/\{\w+\}/, id) + query, {
    method: call.method,
    headers: {
      origin: earshot.deps.config.publicUrl,
      'sec-fetch-site': 'same-origin',
      ...(call.idempotencyKey ? { 'idempotency-key': randomUUID() } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function answerTo(actor: Actor, name: string, target: Target): Promise<string> {
  const user = await anActor(earshot, actor);
  const kind = (requests[name] ?? rawRequests[name])?.kind ?? 'nothing';
  return outcomeOf(await send(user, name, await targetId(earshot, kind, actor, user, target)));
}

describe.each(rows)('$call of $target', ({ call, target, expected }) => {
  test('answers every kind of user as the table says', async () => {
    const answers = await Promise.all(
      actors.map(async (actor) => [actor, await answerTo(actor, call, target)] as const),
    );
    expect(Object.fromEntries(answers)).toEqual(expected);
  });
});

const cannotAct = ['not_authenticated', 'invalid_token', 'wrong_user_type', 'access_denied'];
const firstRows = [
  ...new Map(rows.filter(({ call }) => calls.has(call)).map((row) => [row.call, row])).values(),
];

test.each(firstRows)('$call takes nobody’s id from the caller', async ({ call, expected }) => {
  const answers = actors.map(async (actor) => {
    const user = await anActor(earshot, actor);
    return [actor, await outcomeOf(await send(user, call, randomUUID(), `?userId=${randomUUID()}`))] as const;
  });
  const codes = actors.map((actor) => [actor, expected[actor]] as const);
  expect(Object.fromEntries(await Promise.all(answers))).toEqual(
    Object.fromEntries(codes.map(([actor, code]) => [actor, cannotAct.includes(code) ? code : 'malformed'])),
  );
});

test('every call of the contract has a row and a request', () => {
  const named = new Set(rows.map(({ call }) => call));
  expect([...calls.keys()].filter((name) => !named.has(name) || !requests[name])).toEqual([]);
  expect([...named].filter((name) => !calls.has(name) && !rawRequests[name])).toEqual([]);
});

test('the table has 600 cells or more', () => {
  const cells = (rows.length + firstRows.length) * actors.length;
  expect(cells).toBeGreaterThanOrEqual(600);
});
