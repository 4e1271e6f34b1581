import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database, NamedQuery, Queryable } from '#server/adapters/database/database.ts';
import { accountsRoutes } from '#server/identity/accounts-routes.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  goodPassword,
} from '#tests/support/people/accounts.ts';

/** Everything of a call that takes time, in order: statements of the database, and work of the hasher. */
const work: string[] = [];

// The files of a worker share their modules: those that know the real hasher already are loaded anew.
vi.hoisted(() => {
  vi.resetModules();
});
// The real hasher, which also writes down that it worked.
vi.mock('@node-rs/argon2', async (importActual) => {
  const argon2 = await importActual<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    hash: (...given: Parameters<typeof argon2.hash>) => {
      work.push('hash a password');
      return argon2.hash(...given);
    },
    verify: (...given: Parameters<typeof argon2.verify>) => {
      work.push('verify a password');
      return argon2.verify(...given);
    },
  };
});

let world: AccountsWorld;
let routes: ReturnType<typeof accountsRoutes>;
beforeAll(async () => {
  world = await accountsWorld();
  routes = accountsRoutes({ ...world.deps, database: writingDown(world.deps.database) });
});
afterAll(() => world.end());

function writingDown(database: Database): Database {
  const query = (on: Queryable) => (named: NamedQuery) => {
    work.push(named.text);
    return on.query(named);
  };
  return {
    query: query(database),
    transaction: (act) => database.transaction((tx) => act({ ...tx, query: query(tx) })),
    close: () => database.close(),
  };
}

let senders = 0;
const somebody = () => {
  senders += 1;
  return anonymously({ address: `172.18.${senders}.1`, device: 'Phone' });
};

interface Seen {
  readonly answer: string;
  readonly work: readonly string[];
}

/** What an observer sees of a call, but for the addresses that were sent. */
async function seen(call: Promise<unknown>): Promise<Seen> {
  work.length = 0;
  const answer = await call.then(JSON.stringify, (error: unknown) => JSON.stringify([error, String(error)]));
  return { answer, work: [...work] };
}

async function anUnconfirmedPerson(): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await world.routes.signUp({ ...somebody(), body: { email, password: goodPassword } });
  return email;
}

describe.each([
  ['a sign-up', (email: string) => routes.signUp({ ...somebody(), body: { email, password: goodPassword } })],
  ['a password reset', (email: string) => routes.recoverPassword({ ...somebody(), body: { email } })],
  ["'Send again'", (email: string) => routes.resendConfirmation({ ...somebody(), body: { email } })],
  [
    'a sign-in with a wrong password',
    (email: string) => routes.signIn({ ...somebody(), body: { email, password: 'not the password' } }),
  ],
])('%s', (_name, call) => {
  test('returns the same for an unknown, unconfirmed and confirmed address, after the same work', async () => {
    const unknown = await seen(call(`${randomUUID()}@example.org`));
    expect(unknown.work.length).toBeGreaterThan(1);
    expect(await seen(call(await anUnconfirmedPerson()))).toEqual(unknown);
    expect(await seen(call(await aConfirmedPerson(world)))).toEqual(unknown);
  });

  test('limits an unknown and a known address from the same attempt on', async () => {
    const tries = async (email: string) => {
      const answers: string[] = [];
      for (let i = 0; i < 12; i += 1) answers.push((await seen(call(email))).answer);
      return answers;
    };
    const known = await aConfirmedPerson(world);
    world.clock.advance(3600);
    expect(await tries(`${randomUUID()}@example.org`)).toEqual(await tries(known));
  });
});

test('emails are sent after the response; the request itself only queues them', async () => {
  const unknown = `${randomUUID()}@example.org`;
  await routes.signUp({ ...somebody(), body: { email: unknown, password: goodPassword } });
  expect(
    await world.mailbox.list(1000).then((mails) => mails.filter(({ to }) => to.address === unknown)),
  ).toEqual([]);
  expect(await world.mailsTo(unknown)).toHaveLength(1);
});
