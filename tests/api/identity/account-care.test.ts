import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateCaller } from '#server/identity/authenticate-caller.ts';
import { sweepAccounts } from '#server/identity/sweep-accounts.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  goodPassword,
  laptop,
  outcomeOf,
  type SignedIn,
  signInAs,
  tokenMailedTo,
} from '#tests/support/people/accounts.ts';
import { sql } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

const subjectsTo = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject);
const newPassword = 'seven loud green drums';
const seen = (token: string) => outcomeOf(authenticateCaller(world.deps, token));
const signedIn = async () => signInAs(world, await aConfirmedPerson(world));
const as = ({ caller, jar }: SignedIn) => ({ caller, client: laptop, refreshCookie: jar });
const changePassword = (person: SignedIn, currentPassword: string, password = newPassword) =>
  world.routes.changePassword({ ...as(person), body: { currentPassword, newPassword: password } });
const askEmail = (person: SignedIn, email: string, password = goodPassword) =>
  world.routes.changeEmail({ ...as(person), body: { email, password } });
const confirmEmail = (
  token: string,
  type: 'signup' | 'email_change' = 'email_change',
  password = goodPassword,
) => world.routes.confirmEmail({ ...anonymously(), body: { type, token, password } });

describe('changing the password', () => {
  test('requires the old password and limits attempts', async () => {
    const person = await signedIn();
    for (let i = 0; i < 10; i += 1) {
      expect(await outcomeOf(changePassword(person, 'not the password'))).toBe('wrong_password');
    }
    expect(await outcomeOf(changePassword(person, goodPassword))).toBe('too_many_requests');
    world.clock.advance(15 * 60);
    const again = await signInAs(world, person.email);
    expect(await outcomeOf(changePassword(again, goodPassword))).toBe('done');
  });

  test('rejects a weak password and lists the reasons', async () => {
    await expect(changePassword(await signedIn(), goodPassword, 'short')).rejects.toMatchObject({
      code: 'weak_password',
    });
  });

  test('ends the other sessions, keeps this one, and notifies the user by email', async () => {
    const email = await aConfirmedPerson(world);
    const [here, there] = [await signInAs(world, email), await signInAs(world, email)];
    await changePassword(here, goodPassword);
    expect([await seen(here.accessToken), await seen(there.accessToken)]).toEqual(['done', 'invalid_token']);
    expect(await outcomeOf(signInAs(world, email))).toBe('wrong_credentials');
    expect(await subjectsTo(email)).toContain('Your Earshot password was changed');
  });

  test('succeeds once if two requests arrive at the same time', async () => {
    const person = await signedIn();
    const outcomes = await Promise.all([
      outcomeOf(changePassword(person, goodPassword, 'seven loud green drums')),
      outcomeOf(changePassword(person, goodPassword, 'eight soft white flutes')),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'wrong_password']);
  });
});

describe('changing the email address', () => {
  test('requires the password', async () => {
    const person = await signedIn();
    const wish = `${randomUUID()}@example.org`;
    expect(await outcomeOf(askEmail(person, wish, 'not the password'))).toBe('wrong_password');
    expect(await world.mailsTo(wish)).toEqual([]);
  });

  test('takes effect through the link sent to the new address; both addresses are notified', async () => {
    const person = await signedIn();
    const wish = `${randomUUID()}@Example.org`;
    await askEmail(person, wish);
    expect(await subjectsTo(person.email)).toContain('Your Earshot email address is about to change');
    await signInAs(world, person.email);
    expect(await outcomeOf(signInAs(world, wish))).toBe('wrong_credentials');
    const token = await tokenMailedTo(world, wish, 'email_change');
    expect(await outcomeOf(confirmEmail(token, 'signup'))).toBe('link_invalid');
    expect(await outcomeOf(confirmEmail(token, 'email_change', newPassword))).toBe('wrong_password');
    expect(await confirmEmail(token)).toEqual({ email: wish, session: null });
    expect(await outcomeOf(confirmEmail(token))).toBe('link_invalid');
    expect((await signInAs(world, wish)).userId).toBe(person.userId);
    expect(await outcomeOf(signInAs(world, person.email))).toBe('wrong_credentials');
    expect(await subjectsTo(person.email)).toContain('Your Earshot email address was changed');
  });

  test('returns the same for an address that has an account; only its owner is told', async () => {
    const [person, owner] = [await signedIn(), await signedIn()];
    const free = `${randomUUID()}@example.org`;
    expect(await askEmail(person, owner.email)).toEqual(await askEmail(person, free));
    const mails = await world.mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toContain('You already have an Earshot account');
    expect(mails.map(({ text }) => text).join()).not.toContain('#type=email_change');
  });

  test('fails if the address has been taken by another account before confirmation', async () => {
    const person = await signedIn();
    const wish = `${randomUUID()}@example.org`;
    await askEmail(person, wish);
    const token = await tokenMailedTo(world, wish, 'email_change');
    await world.routes.signUp({ ...anonymously(), body: { email: wish, password: goodPassword } });
    expect(await outcomeOf(confirmEmail(token))).toBe('link_invalid');
    await signInAs(world, person.email);
  });

  test('voids the recovery link sent to the old address', async () => {
    const person = await signedIn();
    await world.routes.recoverPassword({ ...anonymously(), body: { email: person.email } });
    const recovery = await tokenMailedTo(world, person.email, 'recovery');
    const wish = `${randomUUID()}@example.org`;
    await askEmail(person, wish);
    await confirmEmail(await tokenMailedTo(world, wish, 'email_change'));
    const reset = world.routes.resetPassword({
      ...anonymously(),
      body: { token: recovery, password: newPassword },
    });
    expect(await outcomeOf(reset)).toBe('link_invalid');
  });
});

describe('the list of sessions', () => {
  const list = async (person: SignedIn) => (await world.routes.listSessions(as(person))).sessions;
  const end = (person: SignedIn, sessionId: string) =>
    world.routes.endSession({ ...as(person), params: { sessionId } });

  test("shows device and last use, marks the current session, and shows no one else's", async () => {
    const email = await aConfirmedPerson(world);
    const phone = await signInAs(world, email, { address: '198.51.100.4', device: 'Phone' });
    world.clock.advance(120);
    const here = await signInAs(world, email);
    await signedIn();
    expect(await list(here)).toEqual([
      {
        id: here.caller.sessionId,
        device: 'Laptop',
        createdAt: world.clock.now().toISOString(),
        lastSeenAt: world.clock.now().toISOString(),
        isCurrent: true,
      },
      expect.objectContaining({ id: phone.caller.sessionId, device: 'Phone', isCurrent: false }),
    ]);
  });

  test('can end a session, but only an open one of the same user', async () => {
    const email = await aConfirmedPerson(world);
    const [here, there, stranger] = [
      await signInAs(world, email),
      await signInAs(world, email),
      await signedIn(),
    ];
    expect(await outcomeOf(end(stranger, there.caller.sessionId))).toBe('not_found');
    expect(await seen(there.accessToken)).toBe('done');
    await end(here, there.caller.sessionId);
    expect([await seen(here.accessToken), await seen(there.accessToken)]).toEqual(['done', 'invalid_token']);
    expect(await outcomeOf(end(here, there.caller.sessionId))).toBe('not_found');
    expect(await list(here)).toHaveLength(1);
  });
});

describe('expired account data', () => {
  test('is deleted on schedule: links after a week, emails after 30 days, audit records after 180', async () => {
    const { ownerDatabase } = world.db;
    const { userId } = await signedIn();
    await sql(
      ownerDatabase,
      `insert into one_time_tokens (token_hash, user_id, kind, created_at, expires_at, used_at)
       values ('old', $1, 'signup', '2025-01-01', '2025-01-02', '2025-01-01')`,
      [userId],
    );
    await sql(
      ownerDatabase,
      `insert into outbox (recipient_address, recipient_name, subject, body_text, body_html, created_at)
       values ('old@example.org', '', 'old', '', '', '2025-01-01')`,
    );
    await sql(
      ownerDatabase,
      "insert into auth_audit (at, user_id, event) values ('2025-01-01', $1, 'signed_in')",
      [userId],
    );
    await sql(
      ownerDatabase,
      "insert into auth_audit (at, user_id, event) values ($2::timestamptz - interval '179 days', $1, 'young')",
      [userId, world.clock.now()],
    );
    await sweepAccounts(world.deps);
    const left = async (text: string) => (await sql(ownerDatabase, text)).length;
    expect(await left("select from one_time_tokens where token_hash = 'old'")).toBe(0);
    expect(await left("select from outbox where subject = 'old'")).toBe(0);
    expect(await left("select from auth_audit where at < '2025-06-01'")).toBe(0);
    expect(await left("select from auth_audit where event = 'young'")).toBe(1);
    expect(await left('select from one_time_tokens')).toBeGreaterThan(0);
  });
});
