import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmailedLinkKind } from '#contract/identity/emailed-links.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  goodPassword,
  laptop,
  outcomeOf,
  signInAs,
  tokenMailedTo,
} from '#tests/support/people/accounts.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

const read = async (type: EmailedLinkKind, token: string) =>
  world.routes.readEmailedLink({ ...anonymously(), body: { type, token } });
const failure = (type: EmailedLinkKind, token: string) => outcomeOf(read(type, token));

test('a recovery link names its account until it is used, and says nothing under another type', async () => {
  const email = await aConfirmedPerson(world);
  world.clock.advance(61);
  await world.routes.recoverPassword({ ...anonymously(), body: { email } });
  const token = await tokenMailedTo(world, email, 'recovery');
  expect(await read('recovery', token)).toEqual({ email, masked: null, isConfirmed: false });
  expect(await read('recovery', token)).toEqual({ email, masked: null, isConfirmed: false });
  for (const type of ['signup', 'email_change', 'payee'] as const)
    expect(await failure(type, token)).toBe('link_invalid');
  const password = 'seven loud green drums';
  await world.routes.resetPassword({ ...anonymously(), body: { token, password } });
  expect(await failure('recovery', token)).toBe('link_invalid');
});

test('a used confirmation link says that its address is confirmed, and before that only a masked one', async () => {
  const email = `${randomUUID()}@example.org`;
  const body = { email, password: goodPassword };
  await world.routes.signUp({ ...anonymously(), body });
  const token = await tokenMailedTo(world, email);
  expect(await read('signup', token)).toEqual({
    email: null,
    masked: `${email.slice(0, 1)}***@example.org`,
    isConfirmed: false,
  });
  await world.routes.confirmEmail({
    ...anonymously(),
    body: { type: 'signup', token, password: goodPassword },
  });
  expect(await read('signup', token)).toEqual({ email: null, masked: null, isConfirmed: true });
});

test('an expired confirmation link of an account without confirmation does not work', async () => {
  const email = `${randomUUID()}@example.org`;
  await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
  const token = await tokenMailedTo(world, email);
  world.clock.advance(8 * 24 * 3600);
  expect(await failure('signup', token)).toBe('link_invalid');
  expect(await failure('signup', 'guessed')).toBe('link_invalid');
});

test("a link to a changed address names that address, masked, and not the account's present one", async () => {
  const person = await signInAs(world, await aConfirmedPerson(world, 'present'));
  const own = { caller: person.caller, client: laptop, refreshCookie: person.jar };
  const email = `wanted-${randomUUID()}@example.net`;
  await world.routes.changeEmail({ ...own, body: { email, password: goodPassword } });
  const token = await tokenMailedTo(world, email, 'email_change');
  expect(await read('email_change', token)).toEqual({
    email: null,
    masked: 'w***@example.net',
    isConfirmed: false,
  });
});
