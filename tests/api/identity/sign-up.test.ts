import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#server/foundation/refusals.ts';
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
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

let addresses = 0;
const somewhere = () => {
  addresses += 1;
  return { address: `172.16.${addresses >> 8}.${addresses & 255}`, device: 'Phone' };
};
const signUp = (email: string, password = goodPassword, client = somewhere()) =>
  world.routes.signUp({ ...anonymously(client), body: { email, password } });
const confirm = (token: string, password = goodPassword) =>
  world.routes.confirmEmail({ ...anonymously(), body: { type: 'signup', token, password } });
const resend = (email: string) => world.routes.resendConfirmation({ ...anonymously(), body: { email } });
const signIn = (email: string, password = goodPassword) =>
  world.routes.signIn({ ...anonymously(somewhere()), body: { email, password } });
const newAddress = () => `${randomUUID()}@example.org`;

describe('a sign-up', () => {
  test('with a weak password is rejected with the reasons, and creates nothing', async () => {
    const email = newAddress();
    const refusal = await signUp(email, 'monkey').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: 'weak_password',
      details: { reasons: [expect.any(String), expect.any(String)] },
    });
    expect(await sql(world.db.database, 'select from users where email = $1', [email])).toEqual([]);
  });

  test('with a password of 129 characters is rejected, with 64 and 128 accepted', async () => {
    expect(await outcomeOf(signUp(newAddress(), 'aB3$'.repeat(33)))).toBe('weak_password');
    for (const times of [16, 32]) {
      const email = newAddress();
      await signUp(email, 'aB3$'.repeat(times));
      await confirm(await tokenMailedTo(world, email), 'aB3$'.repeat(times));
      expect(await outcomeOf(signIn(email, 'aB3$'.repeat(times)))).toBe('done');
      expect(await outcomeOf(signIn(email, `${'aB3$'.repeat(times)} `))).toBe('wrong_credentials');
    }
  });

  test('returns the same for a known and an unknown address; only the email differs', async () => {
    const known = await aConfirmedPerson(world);
    const unknown = newAddress();
    world.clock.advance(1);
    expect(JSON.stringify(await signUp(known))).toBe(JSON.stringify(await signUp(unknown)));
    const [toKnown] = await world.mailsTo(known);
    const [toUnknown] = await world.mailsTo(unknown);
    expect(toKnown?.subject).toBe('You already have an Earshot account');
    expect(toKnown?.text).not.toContain('token=');
    expect(toUnknown?.subject).toBe('Confirm your email address for Earshot');
  });

  test('with a known address in other case or form creates no second account and keeps the password', async () => {
    const email = await aConfirmedPerson(world);
    await signUp(email.toUpperCase(), 'another fine password');
    await signUp(` ${email} `, 'another fine password');
    const rows = await sql(world.db.database, 'select from users where email_normalized = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(await outcomeOf(signIn(email, 'another fine password'))).toBe('wrong_credentials');
    expect(await outcomeOf(signIn(email.toUpperCase()))).toBe('done');
  });

  test('twenty times at once creates one account', async () => {
    const email = newAddress();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(signUp(email))));
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    const { users } = await sqlRow(
      world.db.database,
      'select count(*)::int as users from users where email = $1',
      [email],
    );
    expect(users).toBe(1);
    expect((await world.mailsTo(email)).length).toBeLessThanOrEqual(5);
  });

  test('is rejected from the 31st within an hour from one sender, the same for IPv4, mapped IPv6 and /64', async () => {
    const from = (address: string) => ({ address, device: '' });
    const strong = (address: string) => outcomeOf(signUp(newAddress(), goodPassword, from(address)));
    const weak = (address: string) => outcomeOf(signUp(newAddress(), 'monkey', from(address)));
    const spellings = ['198.51.100.9', '::ffff:198.51.100.9', '::ffff:c633:6409'];
    // A password that is too weak does not count.
    for (let i = 0; i < 40; i += 1) expect(await weak('198.51.100.9')).toBe('weak_password');
    for (let i = 0; i < 30; i += 1) expect(await strong(spellings[i % 3] ?? '')).toBe('done');
    expect(await strong('198.51.100.9')).toBe('too_many_requests');
    for (let i = 0; i < 30; i += 1) expect(await strong(`2001:db8:7:7::${i}`)).toBe('done');
    expect(await strong('2001:db8:7:7:ffff::1')).toBe('too_many_requests');
    for (let i = 0; i < 40; i += 1) expect(await strong('127.0.0.1')).toBe('done');
    world.clock.advance(3600);
    expect(await strong('198.51.100.9')).toBe('done');
  });
});

describe('a confirmation link', () => {
  test('works once, even if opened ten times at the same time', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await tokenMailedTo(world, email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(confirm(token))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'link_invalid')).toHaveLength(9);
  });

  test('stays valid after a wrong password, and limits attempts', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await tokenMailedTo(world, email);
    for (let i = 0; i < 10; i += 1)
      expect(await outcomeOf(confirm(token, 'not the password'))).toBe('wrong_password');
    expect(await outcomeOf(confirm(token))).toBe('too_many_requests');
    world.clock.advance(15 * 60);
    expect(await confirm(token)).toEqual({ email, session: null });
  });

  test('expires after 24 hours', async () => {
    const [early, late] = [newAddress(), newAddress()];
    await signUp(early);
    await signUp(late);
    const [earlyToken, lateToken] = [await tokenMailedTo(world, early), await tokenMailedTo(world, late)];
    world.clock.advance(24 * 3600 - 0.001);
    expect(await outcomeOf(confirm(earlyToken))).toBe('done');
    world.clock.advance(0.001);
    expect(await outcomeOf(confirm(lateToken))).toBe('link_invalid');
  });

  test('works even if a newer one was sent, and then invalidates the newer one', async () => {
    const email = newAddress();
    await signUp(email);
    const old = await tokenMailedTo(world, email);
    world.clock.advance(1);
    await resend(email);
    const newer = await tokenMailedTo(world, email);
    expect(newer).not.toBe(old);
    expect(await outcomeOf(confirm(old))).toBe('done');
    expect(await outcomeOf(confirm(newer))).toBe('link_invalid');
  });

  test('works after an early sign-in, which sends no email itself', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await tokenMailedTo(world, email);
    world.clock.advance(1);
    expect(await outcomeOf(signIn(email))).toBe('email_not_confirmed');
    expect(await world.mailsTo(email)).toHaveLength(1);
    expect(await outcomeOf(confirm(token))).toBe('done');
  });

  test('of another kind, or made up, is rejected', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await tokenMailedTo(world, email);
    await sql(world.db.ownerDatabase, "update one_time_tokens set kind = 'recovery' where used_at is null");
    expect(await outcomeOf(confirm(token))).toBe('link_invalid');
    expect(await outcomeOf(confirm('x'))).toBe('link_invalid');
  });

  test('is stored neither in the tokens nor, once sent, in the outbox', async () => {
    const email = newAddress();
    await signUp(email);
    const token = await tokenMailedTo(world, email);
    const rows = await sql(
      world.db.ownerDatabase,
      "select o::text as row from outbox o union all select t::text from one_time_tokens t union all select encode(token_hash, 'escape') from one_time_tokens",
    );
    expect(rows.filter(({ row }) => String(row).includes(token))).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('an address that a stranger signs up with', () => {
  const strangers = 'the stranger chose this one';
  /** Mails are listed by the moment they were sent. */
  const mailsGoOut = async (email: string) => {
    await world.mailsTo(email);
    world.clock.advance(61);
  };
  const isConfirmed = async (email: string) =>
    (await sqlRow(world.db.database, 'select confirmed_at from users where email = $1', [email]))
      .confirmed_at !== null;

  test('is not confirmed by a click of its owner, whatever password the owner types', async () => {
    const email = newAddress();
    await signUp(email, strangers);
    const token = await tokenMailedTo(world, email);
    expect(await outcomeOf(confirm(token, 'what the owner may type'))).toBe('wrong_password');
    expect(await isConfirmed(email)).toBe(false);
    expect(await outcomeOf(signIn(email, strangers))).toBe('email_not_confirmed');
  });

  test("before its owner: any of the links confirms it with the owner's password, none with the stranger's", async () => {
    const email = newAddress();
    await signUp(email, strangers);
    const early = await tokenMailedTo(world, email);
    world.clock.advance(1);
    await signUp(email);
    const own = await tokenMailedTo(world, email);
    expect(await outcomeOf(confirm(early, strangers))).toBe('wrong_password');
    expect(await outcomeOf(confirm(own, strangers))).toBe('wrong_password');
    await confirm(own);
    expect(await outcomeOf(signIn(email, strangers))).toBe('wrong_credentials');
    expect(await outcomeOf(signIn(email))).toBe('done');
  });

  test('after its owner: the owner cannot confirm it for the stranger, and gets access by a new password', async () => {
    const email = newAddress();
    await signUp(email);
    await mailsGoOut(email);
    await signUp(email, strangers);
    const latest = await tokenMailedTo(world, email);
    expect(await outcomeOf(confirm(latest))).toBe('wrong_password');
    expect(await isConfirmed(email)).toBe(false);
    await world.routes.recoverPassword({ ...anonymously(), body: { email } });
    const token = await tokenMailedTo(world, email, 'recovery');
    await world.routes.resetPassword({ ...anonymously(), body: { token, password: 'my own new words' } });
    expect(await outcomeOf(signIn(email, strangers))).toBe('wrong_credentials');
    expect(await outcomeOf(confirm(latest, strangers))).toBe('link_invalid');
    expect(await outcomeOf(signIn(email, 'my own new words'))).toBe('done');
  });

  test('stays unconfirmed if ‘Send again’ emails the link for the stranger', async () => {
    const email = newAddress();
    await signUp(email);
    await mailsGoOut(email);
    await signUp(email, strangers);
    expect(await outcomeOf(signIn(email, strangers))).toBe('email_not_confirmed');
    await mailsGoOut(email);
    await resend(email);
    expect(await outcomeOf(confirm(await tokenMailedTo(world, email)))).toBe('wrong_password');
    await signUp(email);
    await mailsGoOut(email);
    await resend(email);
    await confirm(await tokenMailedTo(world, email));
    expect(await outcomeOf(signIn(email))).toBe('done');
  });

  test("after confirmation keeps the owner's password, even if both happen at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newAddress();
      await signUp(email);
      const token = await tokenMailedTo(world, email);
      const [, confirmed] = await Promise.all([signUp(email, strangers), outcomeOf(confirm(token))]);
      expect(await isConfirmed(email)).toBe(confirmed === 'done');
      expect(await outcomeOf(signIn(email, strangers))).not.toBe('done');
      if (confirmed === 'done') expect(await outcomeOf(signIn(email))).toBe('done');
    }
  });
});

describe("'Send again'", () => {
  test('returns and counts the same for unknown, unconfirmed and confirmed addresses', async () => {
    const unconfirmed = newAddress();
    await signUp(unconfirmed);
    const confirmed = await aConfirmedPerson(world);
    for (const email of [newAddress(), unconfirmed, confirmed]) {
      expect(await resend(email)).toEqual({});
      const second = await resend(email).catch((error: unknown) => error);
      expect(second).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 60 } });
    }
    expect(await world.mailsTo(unconfirmed)).toHaveLength(2);
    expect(await world.mailsTo(confirmed)).toHaveLength(1);
  });

  test('is allowed once a minute and three times an hour', async () => {
    const email = newAddress();
    for (let i = 0; i < 3; i += 1) {
      expect(await outcomeOf(resend(email))).toBe('done');
      world.clock.advance(60);
    }
    expect(await outcomeOf(resend(email))).toBe('too_many_requests');
    world.clock.advance(3600);
    expect(await outcomeOf(resend(email))).toBe('done');
  });
});

test('an email that failed to send is sent on the next attempt, under the same id', async () => {
  const email = newAddress();
  await signUp(email);
  const { id } = await sqlRow(world.db.database, 'select id from outbox where recipient_address = $1', [
    email,
  ]);
  const { sendQueuedMail } = await import('#server/identity/emails/mail-delivery.ts');
  const broken = { send: () => Promise.reject(new Error('451 later')) };
  const log = { warn: () => undefined };
  await expect(sendQueuedMail({ ...world.deps, mail: broken }, String(id), log)).rejects.toThrow('451 later');
  await sendQueuedMail(world.deps, String(id), log);
  await sendQueuedMail(world.deps, String(id), log);
  const mails = await world.mailsTo(email);
  expect(mails.map((mail) => mail.id.endsWith(String(id)))).toEqual([true]);
});

test('two users with the same local part get two usernames, neither of them the address', async () => {
  const [first, second] = [`sam@${randomUUID()}.example.org`, `Sam@${randomUUID()}.example.org`];
  const names: string[] = [];
  for (const email of [first, second]) {
    await signUp(email);
    await confirm(await tokenMailedTo(world, email));
    const { caller, jar } = await signInAs(world, email);
    const profile = await world.routes.readProfile({ caller, client: somewhere(), refreshCookie: jar });
    names.push(profile.username);
    expect(profile).toMatchObject({
      id: caller.userId,
      userType: null,
      role: 'user',
      email,
      displayName: email.split('@')[0],
    });
  }
  expect(names[0]).toBe('sam');
  expect(names[1]).toMatch(/^sam-[a-z0-9]{4}$/);
});
