import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  cookieJar,
  goodPassword,
  laptop,
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

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '];

/** A thousand small changes of a token: a letter replaced, dropped or put in, cut, turned, or ended as a foreign one. */
function mutantsOf(token: string, foreign: string): string[] {
  const change = fc
    .tuple(fc.nat(token.length - 1), fc.constantFrom(...letters), fc.nat(5))
    .map(([at, letter, kind]) => {
      const [head, tail] = [token.slice(0, at), token.slice(at)];
      const kinds = [
        head + letter + tail.slice(1),
        head + tail.slice(1),
        head + letter + tail,
        head,
        tail + head,
        head + foreign.slice(at),
      ];
      return kinds[kind] ?? '';
    });
  const made = fc.sample(change, { seed: 1, numRuns: 3000 });
  return [...new Set(made)].filter((mutant) => mutant !== token && mutant !== foreign);
}

test('mutated refresh cookies are all rejected, and no session changes', async () => {
  const [person, other] = [
    await signInAs(world, await aConfirmedPerson(world)),
    await signInAs(world, await aConfirmedPerson(world)),
  ];
  const sessions = () =>
    sqlRow(world.db.database, 'select sum(counter) as moved, count(ended_at) as ended from sessions', []);
  const before = await sessions();
  const mutants = mutantsOf(person.jar.token ?? '', other.jar.token ?? '');
  expect(mutants.length).toBeGreaterThan(1000);
  for (const mutant of mutants) {
    const act = world.routes.refreshSession({ ...anonymously(laptop, cookieJar(mutant)), body: {} });
    expect(await outcomeOf(act), mutant).toBe('refresh_token_invalid');
  }
  expect(await sessions()).toEqual(before);
});

test('mutated confirmation links are all rejected, and the original link still works', async () => {
  const signUp = async (email: string) => {
    await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
    return tokenMailedTo(world, email);
  };
  const [token, foreign] = [await signUp('link@example.org'), await signUp('foreign@example.org')];
  const confirm = (tried: string) =>
    world.routes.confirmEmail({
      ...anonymously(),
      body: { type: 'signup', token: tried, password: goodPassword },
    });
  for (const mutant of mutantsOf(token, foreign)) {
    expect(await outcomeOf(confirm(mutant)), mutant).toBe('link_invalid');
  }
  expect(await outcomeOf(confirm(token))).toBe('done');
});
