import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { authenticateCaller } from '#server/identity/authenticate-caller.ts';
import type { ProfileChange } from '#server/identity/own-profile.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  laptop,
  outcomeOf,
  type SignedIn,
  signInAs,
} from '#tests/support/people/accounts.ts';
import { startEarshot } from '#tests/support/world/earshot.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

const signedIn = async () => signInAs(world, await aConfirmedPerson(world, 'robin'));
const change = async ({ caller, jar }: SignedIn, body: ProfileChange) => {
  const answer = await world.routes.updateProfile({ caller, client: laptop, refreshCookie: jar, body });
  return api.accounts.updateProfile.answer.parse(answer);
};

test('a blank display name becomes the username', async () => {
  const person = await signedIn();
  const { username } = await change(person, { displayName: ' Robin Moor ' });
  expect(await change(person, { displayName: '   ' })).toMatchObject({ displayName: username });
});

test('a bio is stored for an artist during onboarding, and not for a listener', async () => {
  const [artist, listener] = [await signedIn(), await signedIn()];
  const form = { displayName: 'Robin', bio: ' Plays the cello. ' };
  expect(await change(artist, { ...form, userType: 'artist' })).toMatchObject({
    bio: 'Plays the cello.',
    userType: 'artist',
  });
  expect(await change(listener, { ...form, userType: 'listener' })).toMatchObject({
    bio: null,
    userType: 'listener',
  });
  expect(await change(artist, { bio: '  ' })).toMatchObject({ bio: null, displayName: 'Robin' });
});

test('a role switch applies to the next request and keeps everything else', async () => {
  const person = await signedIn();
  await change(person, { displayName: 'Robin', bio: 'Plays the cello.', userType: 'artist' });
  expect(await change(person, { userType: 'listener' })).toMatchObject({
    bio: 'Plays the cello.',
    displayName: 'Robin',
  });
  expect((await authenticateCaller(world.deps, person.accessToken)).userType).toBe('listener');
});

test("an update changes only the caller's profile and only the given fields", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const before = await change(other, {});
  await change(one, { displayName: 'Somebody else' });
  expect(await change(other, {})).toEqual(before);
});

test('favorite genres are stored without repeats, and only known genres', async () => {
  const earshot = await startEarshot();
  try {
    const user = await earshot.signIn({ userType: 'listener' });
    const changed = await user.get(api.accounts.updateProfile, {
      body: { genres: ['jazz', 'folk', 'jazz'] },
    });
    expect(changed.genres).toEqual(['jazz', 'folk']);
    expect((await user.get(api.accounts.updateProfile, { body: { bio: 'I listen.' } })).genres).toEqual([
      'jazz',
      'folk',
    ]);
    const made = await user.fetch('/api/profile', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ genres: ['polka'] }),
    });
    expect(made.status).toBe(400);
  } finally {
    await earshot.close();
  }
});

test.each([
  'Earshot',
  'Earshot Support',
  'EARSH0T team',
  'Еаrѕһоt support',
  'Ear\u200Bshot',
  'ＥＡＲＳＨＯＴ',
  'Admin',
  'Support',
])('the name %s is reserved for the team behind the product', async (displayName) => {
  const person = await signedIn();
  expect(await outcomeOf(change(person, { displayName }))).toBe('reserved_name');
  const admin = { ...person, caller: { ...person.caller, isAdmin: true } };
  expect(await outcomeOf(change(admin, { displayName }))).toBe('done');
  // Who has a name keeps it, and may change the rest.
  expect(await outcomeOf(change(person, { displayName, bio: 'Plays the cello.' }))).toBe('done');
});

test.each(['Supportive Ear', 'Shotgun', 'Admin Attack'])('the name %s is allowed', async (displayName) => {
  expect(await change(await signedIn(), { displayName })).toMatchObject({ displayName });
});
