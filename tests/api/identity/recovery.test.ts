import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateCaller } from '#server/identity/authenticate-caller.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  goodPassword,
  outcomeOf,
  signInAs,
  tokenMailedTo,
} from '#tests/support/people/accounts.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

const newPassword = 'seven loud green drums';
const recover = (email: string) => world.routes.recoverPassword({ ...anonymously(), body: { email } });
const reset = (token: string, password = newPassword) =>
  world.routes.resetPassword({ ...anonymously(), body: { token, password } });
const seen = (token: string) => outcomeOf(authenticateCaller(world.deps, token));

async function aLink(email: string): Promise<string> {
  // One mail a minute: the clock has to move on.
  world.clock.advance(61);
  await recover(email);
  return tokenMailedTo(world, email, 'recovery');
}

describe('requesting a password reset', () => {
  test('for an unknown address returns the same, has the same limits, and sends no email', async () => {
    const [known, unknown] = [await aConfirmedPerson(world), `${randomUUID()}@example.org`];
    expect(await recover(unknown)).toEqual(await recover(known));
    expect(await outcomeOf(recover(unknown))).toBe('too_many_requests');
    expect(await outcomeOf(recover(known))).toBe('too_many_requests');
    expect(await world.mailsTo(unknown)).toEqual([]);
    const subjects = (await world.mailsTo(known)).map(({ subject }) => subject);
    expect(subjects).toContain('Choose a new password for Earshot');
  });

  test('is limited to three times an hour', async () => {
    const email = `${randomUUID()}@example.org`;
    for (let i = 0; i < 3; i += 1) {
      expect(await outcomeOf(recover(email))).toBe('done');
      world.clock.advance(61);
    }
    expect(await outcomeOf(recover(email))).toBe('too_many_requests');
    world.clock.advance(3600);
    expect(await outcomeOf(recover(email))).toBe('done');
  });

  test('and completing it ends every session, disables the old password, and sends an email', async () => {
    const email = await aConfirmedPerson(world);
    const [phone, laptop] = [await signInAs(world, email), await signInAs(world, email)];
    expect(await outcomeOf(reset(await aLink(email)))).toBe('done');
    expect([await seen(phone.accessToken), await seen(laptop.accessToken)]).toEqual([
      'invalid_token',
      'invalid_token',
    ]);
    expect(await outcomeOf(signInAs(world, email))).toBe('wrong_credentials');
    await signInAs(world, email, undefined, newPassword);
    const subjects = (await world.mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your Earshot password was changed');
    await sqlRow(
      world.db.ownerDatabase,
      "select from auth_audit where user_id = $1 and event = 'password_reset'",
      [phone.userId],
    );
  });

  test('for an unconfirmed account also confirms the address', async () => {
    const email = `${randomUUID()}@example.org`;
    await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
    await reset(await aLink(email));
    await signInAs(world, email, undefined, newPassword);
  });
});

describe('a recovery link', () => {
  test('stays valid if the new password is too weak, and the reasons are returned', async () => {
    const token = await aLink(await aConfirmedPerson(world));
    await expect(reset(token, 'password1')).rejects.toMatchObject({
      code: 'weak_password',
      details: { reasons: expect.arrayContaining([expect.any(String)]) },
    });
    expect(await outcomeOf(reset(token))).toBe('done');
  });

  test('works once, even if used twice at the same time', async () => {
    const token = await aLink(await aConfirmedPerson(world));
    const outcomes = await Promise.all([outcomeOf(reset(token)), outcomeOf(reset(token))]);
    expect(outcomes.toSorted()).toEqual(['done', 'link_invalid']);
    expect(await outcomeOf(reset(token))).toBe('link_invalid');
  });

  test('expires after 60 minutes', async () => {
    const [early, late] = [await aConfirmedPerson(world), await aConfirmedPerson(world)];
    const first = await aLink(early);
    world.clock.advance(3599);
    expect(await outcomeOf(reset(first))).toBe('done');
    const second = await aLink(late);
    world.clock.advance(3600);
    expect(await outcomeOf(reset(second))).toBe('link_invalid');
  });

  test('works even if a newer one was sent, and then invalidates the newer one', async () => {
    const email = await aConfirmedPerson(world);
    const old = await aLink(email);
    const newer = await aLink(email);
    expect(newer).not.toBe(old);
    expect(await outcomeOf(reset(old))).toBe('done');
    expect(await outcomeOf(reset(newer, 'eight soft white flutes'))).toBe('link_invalid');
  });

  test('is voided by a password change', async () => {
    const email = await aConfirmedPerson(world);
    const current = await aLink(email);
    const { caller, jar } = await signInAs(world, email);
    await world.routes.changePassword({
      ...anonymously(undefined, jar),
      caller,
      body: { currentPassword: goodPassword, newPassword },
    });
    expect(await outcomeOf(reset(current))).toBe('link_invalid');
  });

  test('does not work as a confirmation link, nor the other way around', async () => {
    const email = `${randomUUID()}@example.org`;
    await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
    const confirmation = await tokenMailedTo(world, email);
    expect(await outcomeOf(reset(confirmation))).toBe('link_invalid');
    const recovery = await aLink(email);
    for (const type of ['signup', 'email_change'] as const) {
      const used = world.routes.confirmEmail({
        ...anonymously(),
        body: { type, token: recovery, password: goodPassword },
      });
      expect(await outcomeOf(used)).toBe('link_invalid');
    }
    expect(await outcomeOf(reset(recovery))).toBe('done');
  });
});
