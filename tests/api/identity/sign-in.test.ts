import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetLimit, takeFromLimit } from '#server/adapters/database/rate-limit.ts';
import type { Client } from '#server/foundation/caller.ts';
import { grantFirstAdmin, grantRole, UnknownAccount } from '#server/identity/admin-role.ts';
import { authenticateCaller } from '#server/identity/authenticate-caller.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  goodPassword,
  laptop,
  outcomeOf,
  signInAs,
} from '#tests/support/people/accounts.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

let addresses = 0;
const somewhere = (): Client => {
  addresses += 1;
  return { address: `172.17.${addresses}.1`, device: 'Phone' };
};
const signIn = (email: string, password = goodPassword, client = somewhere()) =>
  world.routes.signIn({ ...anonymously(client), body: { email, password } });
const refusalOf = async (act: Promise<unknown>) => act.then(() => undefined).catch((error: unknown) => error);
const seen = (token: string) => outcomeOf(authenticateCaller(world.deps, token));

describe('a sign-in', () => {
  test('with a wrong password returns the same as for an unknown account', async () => {
    const email = await aConfirmedPerson(world);
    const unconfirmed = `${randomUUID()}@example.org`;
    await world.routes.signUp({
      ...anonymously(somewhere()),
      body: { email: unconfirmed, password: goodPassword },
    });
    const [wrong, unknown, early] = await Promise.all([
      refusalOf(signIn(email, 'wrong password')),
      refusalOf(signIn(`${randomUUID()}@example.org`, 'wrong password')),
      refusalOf(signIn(unconfirmed, 'wrong password')),
    ]);
    expect(wrong).toMatchObject({ code: 'wrong_credentials' });
    expect(unknown).toEqual(wrong);
    expect(early).toEqual(wrong);
  });

  test('before confirmation opens no session with the right password, and sends no further email', async () => {
    const email = `${randomUUID()}@example.org`;
    await world.routes.signUp({ ...anonymously(somewhere()), body: { email, password: goodPassword } });
    for (let i = 0; i < 4; i += 1) expect(await outcomeOf(signIn(email))).toBe('email_not_confirmed');
    expect(await world.mailsTo(email)).toHaveLength(1);
    expect(
      await sql(
        world.db.database,
        'select from sessions s join users u on u.id = s.user_id where u.email = $1',
        [email],
      ),
    ).toEqual([]);
  });

  test('of a suspended user is rejected, and open sessions stop at once', async () => {
    const email = await aConfirmedPerson(world);
    const { accessToken, userId, jar } = await signInAs(world, email);
    expect(await seen(accessToken)).toBe('done');
    await sql(world.db.database, 'update users set suspended_at = now() where id = $1', [userId]);
    expect(await outcomeOf(signIn(email, 'wrong password'))).toBe('wrong_credentials');
    expect(await outcomeOf(signIn(email))).toBe('account_suspended');
    expect(await seen(accessToken)).toBe('invalid_token');
    expect(await outcomeOf(world.routes.refreshSession({ ...anonymously(laptop, jar), body: {} }))).toBe(
      'refresh_token_invalid',
    );
  });

  test('rehashes a password hashed with older parameters', async () => {
    const email = await aConfirmedPerson(world);
    const old = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await sql(world.db.database, 'update users set password_hash = $1 where email = $2', [old, email]);
    await signIn(email);
    const row = await sqlRow(world.db.database, 'select password_hash from users where email = $1', [email]);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await outcomeOf(signIn(email))).toBe('done');
  });

  test('accepts a password in any Unicode form, and replaces a hash of another one', async () => {
    const email = await aConfirmedPerson(world);
    const composed = 'crème brûlée ångström'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    await sql(world.db.database, 'update users set password_hash = $1 where email = $2', [
      await hash(decomposed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      email,
    ]);
    expect(await outcomeOf(signIn(email, decomposed))).toBe('done');
    expect(await outcomeOf(signIn(email, composed))).toBe('done');
    expect(await outcomeOf(signIn(email, decomposed))).toBe('done');
    expect(await outcomeOf(signIn(email, 'creme brulee angstrom'))).toBe('wrong_credentials');
  });

  test('creates the profile once, even with ten first sign-ins at once', async () => {
    const email = await aConfirmedPerson(world);
    await Promise.all(Array.from({ length: 10 }, () => signIn(email)));
    const rows = await sql(
      world.db.database,
      'select from profiles p join users u on u.id = p.user_id where u.email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test('ends the least recently used session if there are ten', async () => {
    const email = await aConfirmedPerson(world);
    const first = await signInAs(world, email);
    world.clock.advance(1);
    const second = await signInAs(world, email);
    for (let i = 0; i < 8; i += 1) {
      world.clock.advance(1);
      await signInAs(world, email);
    }
    expect(await seen(first.accessToken)).toBe('done');
    world.clock.advance(1);
    const newest = await signInAs(world, email);
    expect([
      await seen(first.accessToken),
      await seen(second.accessToken),
      await seen(newest.accessToken),
    ]).toEqual(['invalid_token', 'done', 'done']);
    const ended = await sqlRow(world.db.database, 'select end_reason from sessions where id = $1', [
      first.caller.sessionId,
    ]);
    expect(ended.end_reason).toBe('replaced');
  });

  test('leaves audit records without addresses or secrets', async () => {
    const email = await aConfirmedPerson(world);
    await outcomeOf(signIn(email, 'wrong password'));
    const { userId, accessToken, jar } = await signInAs(world, email);
    const rows = await sql(
      world.db.ownerDatabase,
      'select event, a::text as row from auth_audit a where user_id = $1 order by id',
      [userId],
    );
    expect(rows.map(({ event }) => event)).toEqual([
      'signed_up',
      'email_confirmed',
      'sign_in_failed',
      'signed_in',
    ]);
    const text = rows.map(({ row }) => String(row)).join('\n');
    for (const secret of [laptop.address, email, accessToken, jar.token ?? 'none', 'wrong password'])
      expect(text).not.toContain(secret);
  });
});

test('sign-ins beyond the hashing queue are rejected, and their attempts are not counted', async () => {
  const counted = async () =>
    Number(
      (
        await sqlRow(
          world.db.ownerDatabase,
          "select count(*)::integer as n from rate_limits where bucket like 'signInAccount:%'",
        )
      ).n,
    );
  const before = await counted();
  const crowd = Array.from({ length: 70 }, () => outcomeOf(signIn(`${randomUUID()}@example.org`)));
  const outcomes = await Promise.all(crowd);
  // Two are hashed, and fifty wait.
  expect(outcomes.filter((outcome) => outcome === 'wrong_credentials')).toHaveLength(52);
  expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(18);
  expect((await counted()) - before).toBe(52);
});

describe('sign-in attempts for an account', () => {
  test('are rejected from the eleventh within 15 minutes, from any number of senders, for known and unknown accounts', async () => {
    const email = await aConfirmedPerson(world);
    for (const account of [email, `${randomUUID()}@example.org`]) {
      const outcomes = await Promise.all(
        Array.from({ length: 25 }, () => outcomeOf(signIn(account, 'wrong password'))),
      );
      expect(outcomes.filter((outcome) => outcome === 'wrong_credentials')).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(15);
    }
    expect(await outcomeOf(signIn(email))).toBe('too_many_requests');
    world.clock.advance(15 * 60);
    expect(await outcomeOf(signIn(email))).toBe('done');
  });

  test('by strangers do not lock out the owner at home', async () => {
    const email = await aConfirmedPerson(world);
    const home = somewhere();
    await signIn(email, goodPassword, home);
    for (let i = 0; i < 11; i += 1) await outcomeOf(signIn(email, 'wrong password'));
    expect(await outcomeOf(signIn(email))).toBe('too_many_requests');
    expect(await outcomeOf(signIn(email, goodPassword, home))).toBe('done');
  });

  test('by strangers do not lock out the owner’s browser in a new network, not even from within that network', async () => {
    const email = await aConfirmedPerson(world);
    await signIn(email, goodPassword, { ...somewhere(), keptMark: 'of the owner' });
    const cafe = { address: '198.18.9.1', device: 'Phone' };
    for (let i = 0; i < 11; i += 1) await outcomeOf(signIn(email, 'wrong password'));
    for (let i = 0; i < 31; i += 1) await outcomeOf(signIn(`${randomUUID()}@example.org`, 'wrong', cafe));
    const from = (deviceMark: string | undefined) =>
      outcomeOf(signIn(email, goodPassword, { ...cafe, deviceMark }));
    expect(await from(undefined)).toBe('too_many_requests');
    expect(await from('of a stranger')).toBe('too_many_requests');
    expect(await Promise.all(Array.from({ length: 3 }, () => from('of the owner')))).toEqual(
      Array(3).fill('done'),
    );
  });

  test('in the owner’s browser are limited too', async () => {
    const email = await aConfirmedPerson(world);
    const browser = { ...somewhere(), deviceMark: 'left at home' };
    await signIn(email, goodPassword, browser);
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, () => outcomeOf(signIn(email, 'wrong password', browser))),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong_credentials')).toHaveLength(10);
    expect(await outcomeOf(signIn(email, goodPassword, browser))).toBe('too_many_requests');
  });

  test('are reset by the right password', async () => {
    const email = await aConfirmedPerson(world);
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1)
        expect(await outcomeOf(signIn(email, 'wrong password'))).toBe('wrong_credentials');
      expect(await outcomeOf(signIn(email))).toBe('done');
    }
  });
});

describe('sign-in attempts from one sender', () => {
  test('count only if they fail: any number of people behind one address can sign in', async () => {
    const campus = { address: '198.18.0.1', device: 'Phone' };
    const email = await aConfirmedPerson(world);
    for (let i = 0; i < 35; i += 1) expect(await outcomeOf(signIn(email, goodPassword, campus))).toBe('done');
    for (let i = 0; i < 30; i += 1) {
      expect(await outcomeOf(signIn(`${randomUUID()}@example.org`, 'wrong', campus))).toBe(
        'wrong_credentials',
      );
    }
    expect(await outcomeOf(signIn(email, goodPassword, campus))).toBe('too_many_requests');
    world.clock.advance(15 * 60);
    expect(await outcomeOf(signIn(email, goodPassword, campus))).toBe('done');
  });

  test('that are in progress delay others briefly: of forty people at once each signs in or retries after seconds', async () => {
    const office = { address: '198.18.2.1', device: 'Phone' };
    const people = [];
    for (let i = 0; i < 40; i += 1) people.push(await aConfirmedPerson(world));
    const refusals = await Promise.all(people.map((email) => refusalOf(signIn(email, goodPassword, office))));
    const refused = refusals.filter((refusal) => refusal !== undefined);
    expect(refused.length).toBeLessThanOrEqual(10);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 5 } });
    }
    for (const [i, email] of people.entries()) {
      if (refusals[i]) expect(await outcomeOf(signIn(email, goodPassword, office))).toBe('done');
    }
  });

  test('that failed cause the full wait', async () => {
    const sender = { address: '198.18.3.1', device: 'Phone' };
    for (let i = 0; i < 30; i += 1) await outcomeOf(signIn(`${randomUUID()}@example.org`, 'wrong', sender));
    expect(await refusalOf(signIn(await aConfirmedPerson(world), goodPassword, sender))).toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: 900 },
    });
  });

  test('are not reset by the right password of another user', async () => {
    const sender = { address: '198.18.1.1', device: 'Phone' };
    const own = await aConfirmedPerson(world);
    for (let i = 0; i < 30; i += 1) {
      expect(await outcomeOf(signIn(`${randomUUID()}@example.org`, 'wrong', sender))).toBe(
        'wrong_credentials',
      );
      if (i < 29) expect(await outcomeOf(signIn(own, goodPassword, sender))).toBe('done');
    }
    expect(await outcomeOf(signIn(own, goodPassword, sender))).toBe('too_many_requests');
  });
});

describe('a limit', () => {
  const take = (bucket: string) => takeFromLimit(world.db.database, bucket, 3, 60, world.clock.now());

  test('allows exactly one of many simultaneous last attempts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const bucket = randomUUID();
      await take(bucket);
      await take(bucket);
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => take(bucket)));
      expect(outcomes.filter(({ taken }) => taken)).toHaveLength(1);
    }
  });

  test('applies to every time span and says when it ends', async () => {
    const bucket = randomUUID();
    await take(bucket);
    world.clock.advance(59);
    await take(bucket);
    await take(bucket);
    expect(await take(bucket)).toEqual({ taken: false, retryAfterSeconds: 1 });
    world.clock.advance(1);
    expect(await take(bucket)).toEqual({ taken: true });
    expect(await take(bucket)).toEqual({ taken: false, retryAfterSeconds: 59 });
    await resetLimit(world.db.database, bucket);
    expect(await take(bucket)).toEqual({ taken: true });
  });
});

describe('an admin', () => {
  const office = () => ({ ownerDatabase: world.db.ownerDatabase, clock: world.clock });

  test('cannot be created by the server itself', async () => {
    const email = await aConfirmedPerson(world);
    const asServer = { ownerDatabase: world.db.database, clock: world.clock };
    await expect(grantRole(asServer, email, 'admin')).rejects.toThrow('permission denied');
    await expect(grantRole(office(), `${randomUUID()}@example.org`, 'admin')).rejects.toThrow(UnknownAccount);
  });

  test('has the role from the next request on, until a later row revokes it', async () => {
    const email = await aConfirmedPerson(world);
    const { accessToken, caller } = await signInAs(world, email);
    const isAdmin = async () => (await authenticateCaller(world.deps, accessToken)).isAdmin;
    expect(caller.isAdmin).toBe(false);
    await grantRole(office(), email.toUpperCase(), 'admin');
    expect(await isAdmin()).toBe(true);
    await grantRole(office(), email, 'user');
    expect(await isAdmin()).toBe(false);
    expect(await grantFirstAdmin(office(), email)).toBe(false);
    expect(await isAdmin()).toBe(false);
  });

  test('named in the setting gets the role at the first start after confirmation', async () => {
    const email = await aConfirmedPerson(world);
    expect(await grantFirstAdmin(office(), undefined)).toBe(false);
    expect(await grantFirstAdmin(office(), `${randomUUID()}@example.org`)).toBe(false);
    expect(await grantFirstAdmin(office(), email)).toBe(true);
    expect((await signInAs(world, email)).caller.isAdmin).toBe(true);
  });

  test('is signed out after half an hour without activity, even if an open tab sends background requests', async () => {
    const email = await aConfirmedPerson(world);
    await grantRole(office(), email, 'admin');
    const { jar } = await signInAs(world, email);
    const refresh = () => world.routes.refreshSession({ ...anonymously(laptop, jar), body: {} });
    world.clock.advance(29 * 60);
    await seen((await refresh()).accessToken);
    for (const minutes of [10, 10, 9]) {
      world.clock.advance(minutes * 60);
      const { accessToken } = await refresh();
      await authenticateCaller(world.deps, accessToken, { isUse: false });
    }
    world.clock.advance(60);
    expect(await outcomeOf(refresh())).toBe('refresh_token_invalid');
    expect(jar.token).toBeUndefined();
  });

  test('is signed out after twelve hours', async () => {
    const email = await aConfirmedPerson(world);
    await grantRole(office(), email, 'admin');
    const { jar } = await signInAs(world, email);
    const work = async () => {
      const { accessToken } = await world.routes.refreshSession({ ...anonymously(laptop, jar), body: {} });
      return seen(accessToken);
    };
    for (let tenth = 1; tenth < 72; tenth += 1) {
      world.clock.advance(600);
      expect(await work()).toBe('done');
    }
    world.clock.advance(600);
    expect(await outcomeOf(work())).toBe('refresh_token_invalid');
  });
});
