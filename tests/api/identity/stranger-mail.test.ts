import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  goodPassword,
  outcomeOf,
  signInAs,
} from '#tests/support/people/accounts.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

let addresses = 0;
const somewhere = () => {
  addresses += 1;
  return { address: `172.21.${addresses >> 8}.${addresses & 255}`, device: 'Phone' };
};
const signUp = (email: string) =>
  outcomeOf(world.routes.signUp({ ...anonymously(somewhere()), body: { email, password: goodPassword } }));
const resend = (email: string, client = somewhere()) =>
  outcomeOf(world.routes.resendConfirmation({ ...anonymously(client), body: { email } }));
const recover = (email: string) =>
  outcomeOf(world.routes.recoverPassword({ ...anonymously(somewhere()), body: { email } }));

/** Mails to any of these addresses. */
async function mailsToAll(emails: readonly string[]): Promise<number> {
  let count = 0;
  for (const email of emails) count += (await world.mailsTo(email)).length;
  return count;
}

const spellings = {
  'plus signs': (name: string, i: number) => `${name}+${i}@example.org`,
  'capitals and plus signs': (name: string, i: number) => `${name.toUpperCase()}+x${i}@Example.org`,
  'dots at Gmail': (name: string, i: number) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}@gmail.com`,
  'both names of Gmail': (name: string, i: number) =>
    `${name}+${i}@${i % 2 === 0 ? 'gmail.com' : 'googlemail.com'}`,
};

describe.each(Object.entries(spellings))('one mailbox under %s', (_what, spell) => {
  test('gets at most five emails an hour and twelve a day from strangers, and responses do not reveal it', async () => {
    const name = randomUUID().replaceAll('-', '');
    const emails = Array.from({ length: 8 }, (_, i) => spell(name, i));
    for (const email of emails) expect(await signUp(email)).toBe('done');
    for (const email of emails) expect(await resend(email)).toBe('done');
    // These accounts are not confirmed: nobody but a stranger may have made them.
    for (const email of emails) expect(await recover(email)).toBe('done');
    expect(await mailsToAll(emails)).toBe(5);
    for (let hour = 0; hour < 4; hour += 1) {
      world.clock.advance(3600);
      for (const email of emails) await signUp(email);
    }
    expect(await mailsToAll(emails)).toBe(12);
  });
});

test('requests to change an address send one mailbox five emails an hour, from any number of accounts', async () => {
  const target = `${randomUUID()}@example.org`;
  const outcomes: string[] = [];
  for (let account = 0; account < 3; account += 1) {
    const person = await signInAs(world, await aConfirmedPerson(world));
    for (let i = 0; i < 2; i += 1) {
      const change = world.routes.changeEmail({
        caller: person.caller,
        client: somewhere(),
        refreshCookie: person.jar,
        body: { email: target.replace('@', `+${account}${i}@`), password: goodPassword },
      });
      outcomes.push(await outcomeOf(change));
    }
  }
  expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'done', 'too_many_requests']);
});

test('a change to a taken address is limited from the same attempt on as one to a free address', async () => {
  const [person, known] = [
    await signInAs(world, await aConfirmedPerson(world)),
    await aConfirmedPerson(world),
  ];
  const change = (email: string) =>
    outcomeOf(
      world.routes.changeEmail({
        caller: person.caller,
        client: somewhere(),
        refreshCookie: person.jar,
        body: { email, password: goodPassword },
      }),
    );
  world.clock.advance(86_400);
  for (let i = 0; i < 5; i += 1) {
    await signUp(known);
    await signUp('free@mailbox.example');
  }
  expect([await change(known), await change('free@mailbox.example')]).toEqual([
    'too_many_requests',
    'too_many_requests',
  ]);
});

test("strangers who fill a mailbox do not block the owner's recovery link", async () => {
  const email = await aConfirmedPerson(world);
  world.clock.advance(86_400);
  for (let i = 0; i < 6; i += 1) await signUp(email.replace('@', `+${i}@`));
  expect(await recover(email)).toBe('done');
  const subjects = (await world.mailsTo(email)).map(({ subject }) => subject);
  expect(subjects).toContain('Choose a new password for Earshot');
});

test("one sender can use 'Send again' thirty times an hour, for any number of addresses", async () => {
  const sender = somewhere();
  for (let i = 0; i < 30; i += 1) expect(await resend(`${randomUUID()}@example.org`, sender)).toBe('done');
  expect(await resend(`${randomUUID()}@example.org`, sender)).toBe('too_many_requests');
  expect(await resend(`${randomUUID()}@example.org`)).toBe('done');
});
