import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { accountsRoutes } from '#server/identity/accounts-routes.ts';
import { authenticateCaller } from '#server/identity/authenticate-caller.ts';
import { makeRefreshToken, readRefreshToken } from '#server/identity/refresh-token.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  cookieJar,
  laptop,
  outcomeOf,
  type SignedIn,
  signInAs,
} from '#tests/support/people/accounts.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

const seen = (token: string) => outcomeOf(authenticateCaller(world.deps, token));
const signedIn = async () => signInAs(world, await aConfirmedPerson(world));

/** Refreshes with a token and gives the next one. */
async function refresh(token: string | undefined): Promise<string> {
  const jar = cookieJar(token);
  const session = await world.routes.refreshSession({ ...anonymously(laptop, jar), body: {} });
  expect(await seen(session.accessToken)).toBe('done');
  return jar.token ?? '';
}
const refused = async (token: string | undefined) => {
  const jar = cookieJar(token);
  const code = await outcomeOf(world.routes.refreshSession({ ...anonymously(laptop, jar), body: {} }));
  expect(jar.token).toBeUndefined();
  return code;
};
const sessionRow = ({ caller }: SignedIn) =>
  sqlRow(world.db.database, 'select counter, end_reason, rotated_at from sessions where id = $1', [
    caller.sessionId,
  ]);

/** Rotates until the session has given out tokens 0..count, and gives them all. */
async function tokensOf(person: SignedIn, count: number): Promise<string[]> {
  const tokens = [person.jar.token ?? ''];
  for (let i = 0; i < count; i += 1) tokens.push(await refresh(tokens.at(-1)));
  return tokens;
}

describe('a refresh', () => {
  test.each([
    ['nothing', () => undefined],
    ['an empty cookie', () => ''],
    ['random bytes', () => randomBytes(37).toString('base64url')],
    ['a truncated token', (token: string) => token.slice(0, -2)],
  ] as const)('with %s is rejected and changes nothing', async (_what, forge) => {
    const person = await signedIn();
    const before = await sessionRow(person);
    expect(await refused(forge(person.jar.token ?? ''))).toBe('refresh_token_invalid');
    expect(await sessionRow(person)).toEqual(before);
    await refresh(person.jar.token);
  });

  test("with a wrong MAC, another session's MAC, or a counter that is ahead changes nothing", async () => {
    const [person, other] = [await signedIn(), await signedIn()];
    const before = await sessionRow(person);
    const bytes = Buffer.from(person.jar.token ?? '', 'base64url');
    const foreign = Buffer.from(other.jar.token ?? '', 'base64url');
    const swapped = Buffer.concat([bytes.subarray(0, 21), foreign.subarray(21)]).toString('base64url');
    const ownKey = makeRefreshToken({ sessionId: person.caller.sessionId, counter: 0 }, randomBytes(32));
    const ahead = Buffer.from(bytes);
    ahead.writeUInt32BE(1, 17);
    for (const forged of [swapped, ownKey, ahead.toString('base64url')]) {
      expect(await refused(forged)).toBe('refresh_token_invalid');
    }
    expect(await sessionRow(person)).toEqual(before);
    await refresh(person.jar.token);
  });

  test('127 times in a row keeps the session', async () => {
    const person = await signedIn();
    const tokens = await tokensOf(person, 127);
    expect(new Set(tokens).size).toBe(128);
    expect(await sessionRow(person)).toMatchObject({ counter: 127, end_reason: null });
  });

  test('20 times at once advances the counter by one and returns 20 working tokens', async () => {
    const person = await signedIn();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => refresh(person.jar.token)));
    expect(new Set(tokens).size).toBe(1);
    expect(await sessionRow(person)).toMatchObject({ counter: 1, end_reason: null });
    await refresh(tokens[0]);
  });

  test('whose response was lost is repeated with the same result 30 s later', async () => {
    const person = await signedIn();
    const [first, current] = await tokensOf(person, 1);
    world.clock.advance(30);
    expect(await refresh(first)).toBe(current);
    expect(await sessionRow(person)).toMatchObject({ counter: 1 });
  });

  test.each([
    ['the current token at once', 0, 0, 'rotates'],
    ['the current token after 20 s', 0, 20, 'rotates'],
    ['the current token after an hour', 0, 3600, 'rotates'],
    ['one behind at once', 1, 0, 'repeats'],
    ['one behind after 20 s', 1, 20, 'repeats'],
    ['one behind after 30.001 s', 1, 30.001, 'ends'],
    ['one behind after an hour', 1, 3600, 'ends'],
    ['two behind within 10 s', 2, 10, 'repeats'],
    ['two behind after 10.001 s', 2, 10.001, 'ends'],
    ['three behind within 10 s', 3, 9, 'repeats'],
    ['three behind after an hour', 3, 3600, 'ends'],
  ] as const)('with %s', async (_what, behind, seconds, effect) => {
    const person = await signedIn();
    const tokens = await tokensOf(person, 4);
    world.clock.advance(seconds);
    const presented = tokens.at(-1 - behind);
    if (effect === 'ends') {
      expect(await refused(presented)).toBe('refresh_token_invalid');
      expect(await refused(tokens.at(-1))).toBe('refresh_token_invalid');
      expect(await sessionRow(person)).toMatchObject({ counter: 4, end_reason: 'token_reused' });
    } else {
      const next = await refresh(presented);
      expect(readRefreshToken(next)?.counter).toBe(effect === 'rotates' ? 5 : 4);
      expect(await sessionRow(person)).toMatchObject({
        counter: effect === 'rotates' ? 5 : 4,
        end_reason: null,
      });
    }
  });

  test('by both a thief and the owner ends the session, notifies the user and is recorded', async () => {
    const person = await signedIn();
    const stolen = person.jar.token;
    const thief = await refresh(stolen);
    world.clock.advance(780);
    expect(await refused(stolen)).toBe('refresh_token_invalid');
    expect(await refused(thief)).toBe('refresh_token_invalid');
    const [mail] = await world.mailsTo(person.email);
    expect(mail?.subject).toBe('We signed you out of Earshot on one device');
    const audit = await sqlRow(
      world.db.ownerDatabase,
      "select details from auth_audit where user_id = $1 and event = 'refresh_token_reused'",
      [person.userId],
    );
    expect(audit.details).toMatchObject({ presented: 0, stored: 1 });
  });

  test('cannot be forged from the database without the server secret', async () => {
    const person = await signedIn();
    const elsewhere = accountsRoutes({
      ...world.deps,
      keys: deriveServerKeys('a secret that somebody else made up'),
    });
    const jar = cookieJar(person.jar.token);
    expect(await outcomeOf(elsewhere.refreshSession({ ...anonymously(laptop, jar), body: {} }))).toBe(
      'refresh_token_invalid',
    );
  });

  test('after 30 idle days, or 90 days in total, is rejected', async () => {
    const [idle, busy] = [await signedIn(), await signedIn()];
    let token = busy.jar.token;
    for (let day = 29; day <= 87; day += 29) {
      world.clock.advance(29 * 86_400);
      token = await refresh(token);
    }
    expect(await refused(idle.jar.token)).toBe('refresh_token_invalid');
    expect(await sessionRow(idle)).toMatchObject({ end_reason: 'expired' });
    world.clock.advance(3 * 86_400);
    expect(await refused(token)).toBe('refresh_token_invalid');
  });
});

describe('a sign-out', () => {
  const signOut = (person: SignedIn, scope: 'local' | 'others' | 'global') =>
    world.routes.signOut({ ...anonymously(laptop, person.jar), body: { scope } });

  test.each([
    ['local', ['invalid_token', 'done', 'done']],
    ['others', ['done', 'invalid_token', 'invalid_token']],
    ['global', ['invalid_token', 'invalid_token', 'invalid_token']],
  ] as const)('of scope %s applies to the next request', async (scope, outcomes) => {
    const email = await aConfirmedPerson(world);
    const stranger = await signedIn();
    const devices = [
      await signInAs(world, email),
      await signInAs(world, email),
      await signInAs(world, email),
    ];
    const [own] = devices;
    if (!own) throw new Error('No device.');
    const cookie = own.jar.token;
    await signOut(own, scope);
    expect(await Promise.all(devices.map(({ accessToken }) => seen(accessToken)))).toEqual(outcomes);
    expect(own.jar.token).toBe(scope === 'others' ? cookie : undefined);
    expect(await seen(stranger.accessToken)).toBe('done');
    if (scope !== 'others') expect(await refused(cookie)).toBe('refresh_token_invalid');
  });

  test('ends the session even long after the access token expired', async () => {
    const person = await signedIn();
    world.clock.advance(3 * 86_400);
    expect(await seen(person.accessToken)).toBe('invalid_token');
    await signOut(person, 'local');
    expect(await sessionRow(person)).toMatchObject({ end_reason: 'signed_out' });
  });

  test('with a forged, missing or ended cookie is rejected and ends nothing', async () => {
    const person = await signedIn();
    const good = person.jar.token ?? '';
    const forged = makeRefreshToken({ sessionId: person.caller.sessionId, counter: 0 }, randomBytes(32));
    for (const token of [forged, good.slice(0, -1), '', undefined]) {
      const jar = cookieJar(token);
      const answer = world.routes.signOut({ ...anonymously(laptop, jar), body: { scope: 'global' } });
      expect(await outcomeOf(answer)).toBe('refresh_token_invalid');
      expect(jar.token).toBeUndefined();
    }
    expect(await seen(person.accessToken)).toBe('done');
    await signOut(person, 'global');
    const again = { ...person, jar: cookieJar(good) };
    expect(await outcomeOf(signOut(again, 'global'))).toBe('refresh_token_invalid');
  });
});

describe('an access token', () => {
  test("of one user with another user's session is rejected", async () => {
    const { makeAccessToken } = await import('#server/identity/access-token.ts');
    const [one, other] = [await signedIn(), await signedIn()];
    const forged = await makeAccessToken(world.deps, {
      userId: one.userId,
      sessionId: other.caller.sessionId,
    });
    expect(await seen(forged)).toBe('invalid_token');
  });

  test('expires after 15 minutes while its session continues', async () => {
    const { accessToken, jar } = await signedIn();
    world.clock.advance(899);
    expect(await seen(accessToken)).toBe('done');
    world.clock.advance(1);
    expect(await seen(accessToken)).toBe('invalid_token');
    await refresh(jar.token);
  });

  test('updates the last use of its session, at most once a minute', async () => {
    const { accessToken, caller } = await signedIn();
    const lastSeen = async () =>
      (
        await sqlRow(world.db.database, 'select last_seen_at as at from sessions where id = $1', [
          caller.sessionId,
        ])
      ).at;
    const start = await lastSeen();
    world.clock.advance(59);
    await seen(accessToken);
    expect(await lastSeen()).toEqual(start);
    world.clock.advance(1);
    await seen(accessToken);
    expect(await lastSeen()).toEqual(world.clock.now());
  });
});
