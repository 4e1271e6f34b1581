import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpProofSeconds } from '#server/identity/sign-up.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  type CookieJar,
  cookieJar,
  goodPassword,
  outcomeOf,
  tokenMailedTo,
} from '#tests/support/people/accounts.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

let addresses = 0;
const somewhere = () => {
  addresses += 1;
  return { address: `172.20.${addresses >> 8}.${addresses & 255}`, device: 'Phone' };
};
const newAddress = () => `${randomUUID()}@example.org`;
const strangers = 'the stranger chose this one';

/** A sign-up; its browser keeps what the server gives it. */
async function signUp(email: string, password = goodPassword, jar = cookieJar()): Promise<CookieJar> {
  await world.routes.signUp({ ...anonymously(somewhere(), jar), body: { email, password } });
  return jar;
}
const confirm = (token: string, jar: CookieJar, password?: string) =>
  world.routes.confirmEmail({
    ...anonymously(somewhere(), jar),
    body: { type: 'signup', token, ...(password === undefined ? {} : { password }) },
  });
const isConfirmed = async (email: string) =>
  (await sqlRow(world.db.database, 'select confirmed_at from users where email = $1', [email]))
    .confirmed_at !== null;
const sessionsOf = async (email: string) =>
  (
    await sql(
      world.db.database,
      'select from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )
  ).length;

describe('confirming without the password', () => {
  test('in the browser that signed up confirms the address and signs in', async () => {
    const email = newAddress();
    const jar = await signUp(email);
    const { email: confirmed, session } = await confirm(await tokenMailedTo(world, email), jar);
    expect(confirmed).toBe(email);
    expect(session?.user.email).toBe(email);
    expect(jar.token).toBeDefined();
    expect(jar.signUpProof).toBeUndefined();
    expect(await sessionsOf(email)).toBe(1);
  });

  test('in another browser asks for the password and leaves the link usable', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await tokenMailedTo(world, email);
    const other = cookieJar();
    expect(await outcomeOf(confirm(token, other))).toBe('password_needed');
    expect(await isConfirmed(email)).toBe(false);
    expect(await confirm(token, other, goodPassword)).toEqual({ email, session: null });
    expect(other.token).toBeUndefined();
  });

  test('in a browser that signed up with another address asks for the password', async () => {
    const [mine, yours] = [newAddress(), newAddress()];
    const jar = await signUp(mine);
    await signUp(yours);
    expect(await outcomeOf(confirm(await tokenMailedTo(world, yours), jar))).toBe('password_needed');
  });

  test('is possible for one hour', async () => {
    const [early, late] = [newAddress(), newAddress()];
    const [earlyJar, lateJar] = [await signUp(early), await signUp(late)];
    const [earlyToken, lateToken] = [await tokenMailedTo(world, early), await tokenMailedTo(world, late)];
    world.clock.advance(signUpProofSeconds - 2);
    expect(await outcomeOf(confirm(earlyToken, earlyJar))).toBe('done');
    world.clock.advance(2);
    expect(await outcomeOf(confirm(lateToken, lateJar))).toBe('password_needed');
    expect(await outcomeOf(confirm(lateToken, lateJar, goodPassword))).toBe('done');
  });

  test('rejects a forged, truncated or foreign proof', async () => {
    const email = newAddress();
    const jar = await signUp(email);
    const token = await tokenMailedTo(world, email);
    const [until = '', mac = ''] = (jar.signUpProof ?? '').split('.');
    const later = (Number.parseInt(until, 36) + 3600).toString(36);
    const forgeries = [
      undefined,
      '',
      until,
      `${until}.`,
      `${until}.${mac.slice(1)}`,
      `${later}.${mac}`,
      `.${mac}`,
    ];
    for (const forged of forgeries) {
      const browser = cookieJar();
      browser.signUpProof = forged;
      expect(await outcomeOf(confirm(token, browser))).toBe('password_needed');
    }
    expect(await outcomeOf(confirm(token, jar))).toBe('done');
  });

  test('twice at the same time opens one session', async () => {
    const email = newAddress();
    const jar = await signUp(email);
    const token = await tokenMailedTo(world, email);
    const outcomes = await Promise.all([
      outcomeOf(confirm(token, jar)),
      outcomeOf(confirm(token, { ...jar, readSignUpProof: () => jar.signUpProof })),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await sessionsOf(email)).toBe(1);
  });
});

describe("a stranger who signs up with another person's address", () => {
  test('cannot confirm it from their own browser without the link', async () => {
    const email = newAddress();
    const jar = await signUp(email, strangers);
    await world.mailsTo(email);
    expect(await outcomeOf(confirm('x', jar))).toBe('link_invalid');
    expect(await isConfirmed(email)).toBe(false);
  });

  test('does not get the account confirmed when the owner clicks the link, and the owner is not signed in', async () => {
    const email = newAddress();
    await signUp(email, strangers);
    const owner = cookieJar();
    expect(await outcomeOf(confirm(await tokenMailedTo(world, email), owner))).toBe('password_needed');
    expect(owner.token).toBeUndefined();
    expect(await isConfirmed(email)).toBe(false);
  });

  test("before the owner does: the owner's browser still confirms, with the owner's password", async () => {
    const email = newAddress();
    await signUp(email, strangers);
    const early = await tokenMailedTo(world, email);
    world.clock.advance(1);
    const owner = await signUp(email);
    // Any of the links proves the mailbox.
    expect(await outcomeOf(confirm(early, owner))).toBe('done');
    const signIn = (password: string) =>
      outcomeOf(world.routes.signIn({ ...anonymously(somewhere()), body: { email, password } }));
    expect(await signIn(strangers)).toBe('wrong_credentials');
    expect(await signIn(goodPassword)).toBe('done');
  });

  test("after the owner did: the owner's browser has to ask for the password, because it was replaced", async () => {
    const email = newAddress();
    const owner = await signUp(email);
    const token = await tokenMailedTo(world, email);
    await signUp(email, strangers);
    expect(await outcomeOf(confirm(token, owner))).toBe('password_needed');
    expect(await isConfirmed(email)).toBe(false);
    expect(await sessionsOf(email)).toBe(0);
  });

  test('that already has an account: the proof of that sign-up confirms nothing', async () => {
    const email = await aConfirmedPerson(world);
    const before = await sessionsOf(email);
    const jar = await signUp(email, goodPassword);
    expect(jar.signUpProof).toBeDefined();
    await world.routes.recoverPassword({ ...anonymously(), body: { email } });
    const recovery = await tokenMailedTo(world, email, 'recovery');
    expect(await outcomeOf(confirm(recovery, jar))).toBe('link_invalid');
    expect(await sessionsOf(email)).toBe(before);
  });
});
