import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#server/foundation/caller.ts';
import { Refusal } from '#server/foundation/refusals.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { accountsRoutes } from '#server/identity/accounts-routes.ts';
import { hashOneTimeToken } from '#server/identity/one-time-token.ts';
import { stepOf, totpCode } from '#server/identity/second-factor-code.ts';
import { readBase32 } from '#tests/support/files/read-base32.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  cookieJar,
  goodPassword,
  laptop,
  outcomeOf,
  type SignedIn,
  signInAs,
  tokenMailedTo,
  untilAnswered,
} from '#tests/support/people/accounts.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

interface Enrolled extends SignedIn {
  readonly secret: Buffer;
  readonly recoveryCodes: readonly string[];
}

const as = ({ caller, jar }: SignedIn) => ({ caller, client: laptop, refreshCookie: jar });
const begin = (person: SignedIn, password = goodPassword) =>
  world.routes.beginSecondFactor({ ...as(person), body: { password } });
const finish = (person: SignedIn, code: string) =>
  world.routes.finishSecondFactor({ ...as(person), body: { code } });
const remove = (person: SignedIn, code: string, password = goodPassword) =>
  world.routes.removeSecondFactor({ ...as(person), body: { password, code } });
const verify = (challenge: string, code: string, jar = cookieJar(), client: Client = laptop) =>
  world.routes.verifySecondFactor({ ...anonymously(client, jar), body: { challenge, code } });
const codeNow = (secret: Buffer, stepsAgo = 0) => totpCode(secret, stepOf(world.clock.now()) - stepsAgo);
/** A code that is none of the three good ones. */
const wrongCode = (secret: Buffer) =>
  ['000000', '111111', '222222', '333333'].find(
    (code) => ![-1, 0, 1].map((stepsAgo) => codeNow(secret, stepsAgo)).includes(code),
  ) ?? '';

async function signedIn(): Promise<SignedIn> {
  return signInAs(world, await aConfirmedPerson(world));
}

/** Somebody with two-factor sign-in, whose next code is a fresh one. */
async function enrolled(): Promise<Enrolled> {
  const person = await signedIn();
  const secret = readBase32((await begin(person)).secret);
  const { recoveryCodes } = await finish(person, codeNow(secret));
  world.clock.advance(60);
  return { ...person, secret, recoveryCodes };
}

/** The right password of somebody with a second factor. */
async function challengeOf({ email }: SignedIn, jar = cookieJar()): Promise<string> {
  const refusal = await world.routes
    .signIn({ ...anonymously(laptop, jar), body: { email, password: goodPassword } })
    .then(() => undefined)
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'second_factor_needed' });
  const challenge = refusal instanceof Refusal ? refusal.details.challenge : undefined;
  return typeof challenge === 'string' ? challenge : '';
}

const sessionsOf = async ({ userId }: SignedIn) =>
  Number(
    (await sqlRow(world.db.database, 'select count(*) as n from sessions where user_id = $1', [userId])).n,
  );

describe('turning on two-factor sign-in', () => {
  test('requires the password again', async () => {
    const person = await signedIn();
    expect(await outcomeOf(begin(person, 'not the password'))).toBe('wrong_password');
    expect(await outcomeOf(finish(person, '123456'))).toBe('not_found');
  });

  test('takes effect only after a correct code', async () => {
    const person = await signedIn();
    const secret = readBase32((await begin(person)).secret);
    expect(await outcomeOf(finish(person, wrongCode(secret)))).toBe('wrong_code');
    await signInAs(world, person.email);
    expect(await world.routes.readSecondFactor(as(person))).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  });

  test('returns ten recovery codes once and notifies by email; turning it on again is rejected', async () => {
    const person = await enrolled();
    expect(new Set(person.recoveryCodes).size).toBe(10);
    expect(await world.routes.readSecondFactor(as(person))).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await outcomeOf(begin(person))).toBe('factor_exists');
    const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Two-factor sign-in is on for Earshot');
  });

  test('stores the secret and the recovery codes unreadably', async () => {
    const { userId, secret, recoveryCodes } = await enrolled();
    const dump = JSON.stringify([
      await sql(
        world.db.database,
        "select encode(secret_encrypted, 'hex') as hex from factors where user_id = $1",
        [userId],
      ),
      await sql(
        world.db.database,
        "select encode(code_hash, 'escape') as code from recovery_codes where user_id = $1",
        [userId],
      ),
    ]);
    expect(dump).not.toContain(secret.toString('hex'));
    for (const code of recoveryCodes) expect(dump).not.toContain(code);
  });
});

describe('a sign-in with a second factor', () => {
  test('opens no session and sets no cookie before the code', async () => {
    const person = await enrolled();
    const jar = cookieJar();
    const challenge = await challengeOf(person, jar);
    expect(jar.token).toBeUndefined();
    expect(await sessionsOf(person)).toBe(1);
    expect((await verify(challenge, codeNow(person.secret), jar)).user.id).toBe(person.userId);
    expect(jar.token).toBeDefined();
    expect(await sessionsOf(person)).toBe(2);
  });

  test('accepts the code of the previous time step, typed with a space, and no older one', async () => {
    const person = await enrolled();
    const old = codeNow(person.secret, 2);
    expect(await outcomeOf(verify(await challengeOf(person), old))).toBe('wrong_code');
    const previous = codeNow(person.secret, 1);
    const typed = `${previous.slice(0, 3)} ${previous.slice(3)}`;
    expect(await outcomeOf(verify(await challengeOf(person), typed))).toBe('done');
  });

  test('accepts the code of a phone that runs fast, once, and no earlier code after it', async () => {
    const person = await enrolled();
    expect(await outcomeOf(verify(await challengeOf(person), codeNow(person.secret, -2)))).toBe('wrong_code');
    const next = codeNow(person.secret, -1);
    expect(await outcomeOf(verify(await challengeOf(person), next))).toBe('done');
    expect(await outcomeOf(verify(await challengeOf(person), next))).toBe('code_used');
    expect(await outcomeOf(verify(await challengeOf(person), codeNow(person.secret)))).toBe('code_used');
    world.clock.advance(30);
    expect(await outcomeOf(verify(await challengeOf(person), next))).toBe('code_used');
  });

  test('accepts a code once, even if sent twice at the same time', async () => {
    const person = await enrolled();
    const challenge = await challengeOf(person);
    const code = codeNow(person.secret);
    const outcomes = await Promise.all([
      outcomeOf(verify(challenge, code)),
      outcomeOf(verify(challenge, code)),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    // In the same half minute: the app still shows it.
    expect(await outcomeOf(verify(await challengeOf(person), code))).toBe('code_used');
  });

  test('allows five codes per challenge and ten per hour', async () => {
    const person = await enrolled();
    const wrong = wrongCode(person.secret);
    const first = await challengeOf(person);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(untilAnswered(() => verify(first, wrong)))),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong_code')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(45);
    expect(await outcomeOf(verify(first, codeNow(person.secret)))).toBe('too_many_requests');
    const second = await challengeOf(person);
    for (let i = 0; i < 5; i += 1) expect(await outcomeOf(verify(second, wrong))).toBe('wrong_code');
    const third = await challengeOf(person);
    expect(await outcomeOf(verify(third, codeNow(person.secret)))).toBe('too_many_requests');
    world.clock.advance(3600);
    expect(await outcomeOf(verify(await challengeOf(person), codeNow(person.secret)))).toBe('done');
  });

  test('is not blocked by a stranger who knows the password: a recovery code, the owner’s browser and a reset have their own counts', async () => {
    const browser = { ...laptop, deviceMark: 'a known browser' };
    const person = await enrolled();
    const known = await verify(await challengeOf(person), codeNow(person.secret), cookieJar(), browser);
    expect(known.user.id).toBe(person.userId);
    world.clock.advance(60);
    const own = await challengeOf(person);
    const wrong = wrongCode(person.secret);
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeOf(person);
      for (let i = 0; i < 5; i += 1) expect(await outcomeOf(verify(challenge, wrong))).toBe('wrong_code');
    }
    expect(await outcomeOf(verify(own, codeNow(person.secret)))).toBe('too_many_requests');
    const [recoveryCode = ''] = person.recoveryCodes;
    expect(await outcomeOf(verify(await challengeOf(person), recoveryCode))).toBe('done');
    expect(await outcomeOf(verify(own, codeNow(person.secret), cookieJar(), browser))).toBe('done');
    world.clock.advance(60);
    await world.routes.recoverPassword({ ...anonymously(), body: { email: person.email } });
    const token = await tokenMailedTo(world, person.email, 'recovery');
    const body = { token, password: 'seven loud green drums', code: codeNow(person.secret) };
    expect(await outcomeOf(world.routes.resetPassword({ ...anonymously(), body }))).toBe('done');
  });

  test('counts the codes in the owner’s browser too', async () => {
    const browser = { ...laptop, deviceMark: 'a browser that is tried out' };
    const person = await enrolled();
    await verify(await challengeOf(person), codeNow(person.secret), cookieJar(), browser);
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeOf(person);
      for (let i = 0; i < 5; i += 1)
        await outcomeOf(verify(challenge, wrongCode(person.secret), cookieJar(), browser));
    }
    world.clock.advance(60);
    const last = verify(await challengeOf(person), codeNow(person.secret), cookieJar(), browser);
    expect(await outcomeOf(last)).toBe('too_many_requests');
  });

  test('is not voided by another one, so signing in again and again does not keep the owner out', async () => {
    const person = await enrolled();
    const own = await challengeOf(person);
    await challengeOf(person);
    expect(await outcomeOf(verify(own, codeNow(person.secret)))).toBe('done');
  });

  test('expires after ten minutes, and when the password changes', async () => {
    const person = await enrolled();
    const late = await challengeOf(person);
    world.clock.advance(600);
    expect(await outcomeOf(verify(late, codeNow(person.secret)))).toBe('challenge_invalid');
    const overtaken = await challengeOf(person);
    await world.routes.changePassword({
      ...as(person),
      body: {
        currentPassword: goodPassword,
        newPassword: 'seven loud green drums',
        code: codeNow(person.secret),
      },
    });
    expect(await outcomeOf(verify(overtaken, codeNow(person.secret)))).toBe('challenge_invalid');
  });

  test('does not count an attempt if the server fails', async () => {
    const person = await enrolled();
    const challenge = await challengeOf(person);
    const broken = accountsRoutes({
      ...world.deps,
      keys: deriveServerKeys('a secret that cannot read the factor'),
    });
    for (let i = 0; i < 6; i += 1) {
      const body = { challenge, code: codeNow(person.secret) };
      await expect(broken.verifySecondFactor({ ...anonymously(), body })).rejects.toThrow(
        'another server secret',
      );
    }
    expect(await outcomeOf(verify(challenge, codeNow(person.secret)))).toBe('done');
  });

  test('does not accept an emailed link as a challenge', async () => {
    const person = await enrolled();
    await world.routes.recoverPassword({ ...anonymously(), body: { email: person.email } });
    const link = await tokenMailedTo(world, person.email, 'recovery');
    expect(await outcomeOf(verify(link, codeNow(person.secret)))).toBe('challenge_invalid');
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is typed, even if sent twice at the same time', async () => {
    const person = await enrolled();
    const [code = '', other = ''] = person.recoveryCodes;
    const challenge = await challengeOf(person);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const outcomes = await Promise.all([
      outcomeOf(verify(challenge, typed)),
      outcomeOf(verify(challenge, code)),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await outcomeOf(verify(await challengeOf(person), code))).toBe('wrong_code');
    expect(await outcomeOf(verify(await challengeOf(person), other))).toBe('done');
    expect(await world.routes.readSecondFactor(as(person))).toEqual({ isOn: true, recoveryCodesLeft: 8 });
  });

  test('of another user is rejected', async () => {
    const [person, other] = [await enrolled(), await enrolled()];
    const [foreign = ''] = other.recoveryCodes;
    expect(await outcomeOf(verify(await challengeOf(person), foreign))).toBe('wrong_code');
  });
});

describe('a recovery link of a user with a second factor', () => {
  test('requires the code, and stays usable after a wrong code', async () => {
    const person = await enrolled();
    await world.routes.recoverPassword({ ...anonymously(), body: { email: person.email } });
    const token = await tokenMailedTo(world, person.email, 'recovery');
    const reset = (code?: string) =>
      world.routes.resetPassword({
        ...anonymously(),
        body: { token, password: 'seven loud green drums', ...(code === undefined ? {} : { code }) },
      });
    expect(await outcomeOf(reset())).toBe('second_factor_needed');
    expect(await outcomeOf(reset(wrongCode(person.secret)))).toBe('wrong_code');
    const unused = await sqlRow(
      world.db.database,
      'select used_at from one_time_tokens where token_hash = $1',
      [hashOneTimeToken(token)],
    );
    expect(unused.used_at).toBeNull();
    expect(await outcomeOf(reset(codeNow(person.secret)))).toBe('done');
  });
});

describe('with two-factor sign-in on', () => {
  const newPassword = 'seven loud green drums';
  const wish = () => `${randomUUID()}@example.org`;

  test('changing the password also requires a code', async () => {
    const person = await enrolled();
    const change = (code?: string, password = newPassword) =>
      world.routes.changePassword({
        ...as(person),
        body: {
          currentPassword: goodPassword,
          newPassword: password,
          ...(code === undefined ? {} : { code }),
        },
      });
    expect(await outcomeOf(change())).toBe('second_factor_needed');
    expect(await outcomeOf(change(wrongCode(person.secret)))).toBe('wrong_code');
    // A password that is refused does not use the code up.
    expect(await outcomeOf(change(codeNow(person.secret), 'short'))).toBe('weak_password');
    expect(await outcomeOf(change(codeNow(person.secret)))).toBe('done');
  });

  test('changing the address also requires a code, and sends no email without one', async () => {
    const person = await enrolled();
    const email = wish();
    const change = (code?: string) =>
      world.routes.changeEmail({
        ...as(person),
        body: { email, password: goodPassword, ...(code === undefined ? {} : { code }) },
      });
    expect(await outcomeOf(change())).toBe('second_factor_needed');
    expect(await outcomeOf(change(wrongCode(person.secret)))).toBe('wrong_code');
    expect(await world.mailsTo(email)).toEqual([]);
    expect(await outcomeOf(change(codeNow(person.secret)))).toBe('done');
    expect(await world.mailsTo(email)).toHaveLength(1);
  });
});

describe('changing the email address with two-factor sign-in on', () => {
  const change = (person: SignedIn, code?: string, email = `${randomUUID()}@example.org`) =>
    outcomeOf(
      world.routes.changeEmail({
        ...as(person),
        body: { email, password: goodPassword, ...(code === undefined ? {} : { code }) },
      }),
    );

  test('counts attempts that send an email, not those with a missing, wrong or used code', async () => {
    const person = await enrolled();
    const wish = `${randomUUID()}@example.org`;
    for (let i = 0; i < 4; i += 1) expect(await change(person, undefined, wish)).toBe('second_factor_needed');
    expect(await change(person, wrongCode(person.secret), wish)).toBe('wrong_code');
    const code = codeNow(person.secret);
    expect(await change(person, code, wish)).toBe('done');
    expect(await change(person, code, wish)).toBe('code_used');
    // The five tries at a code are counted apart.
    world.clock.advance(600);
    for (let i = 0; i < 2; i += 1) {
      world.clock.advance(60);
      expect(await change(person, codeNow(person.secret), wish)).toBe('done');
    }
    world.clock.advance(60);
    expect(await change(person, codeNow(person.secret), wish)).toBe('too_many_requests');
  });

  test('does not use up the code if the limit is exceeded', async () => {
    const person = await enrolled();
    for (let i = 0; i < 3; i += 1) {
      expect(await change(person, codeNow(person.secret))).toBe('done');
      world.clock.advance(60);
    }
    const code = codeNow(person.secret);
    expect(await change(person, code)).toBe('too_many_requests');
    expect(await outcomeOf(remove(person, code))).toBe('done');
  });

  test('does not use up the code if the new address gets no more emails', async () => {
    const wish = `${randomUUID()}@example.org`;
    const [one, two] = [await enrolled(), await enrolled()];
    for (const person of [one, one, one, two, two]) {
      world.clock.advance(60);
      expect(await change(person, codeNow(person.secret), wish)).toBe('done');
    }
    world.clock.advance(60);
    const code = codeNow(two.secret);
    expect(await change(two, code, wish)).toBe('too_many_requests');
    expect(await change(two, code)).toBe('done');
  });
});

describe('turning off two-factor sign-in', () => {
  test('requires the password and a code, and notifies by email', async () => {
    const person = await enrolled();
    expect(await outcomeOf(remove(person, codeNow(person.secret), 'not the password'))).toBe(
      'wrong_password',
    );
    expect(await outcomeOf(remove(person, wrongCode(person.secret)))).toBe('wrong_code');
    await remove(person, codeNow(person.secret));
    await signInAs(world, person.email);
    expect(await world.routes.readSecondFactor(as(person))).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Two-factor sign-in is off for Earshot');
  });
});
