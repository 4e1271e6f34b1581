import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { requestIdHeader } from '#contract/request-id.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  // One test waits until a lock is given up.
  earshot = await startEarshot({}, { patience: 1 });
});
afterAll(() => earshot.close());

test('a response returns the id of its request, and an id that is not a UUID is replaced', async () => {
  const id = randomUUID();
  const ask = (given: string) =>
    earshot.nobody.fetch(api.environment.readEnvironment.path, { headers: { [requestIdHeader]: given } });
  expect((await ask(id)).headers.get(requestIdHeader)).toBe(id);
  expect((await ask('x\u00e4'.repeat(9))).headers.get(requestIdHeader)).toMatch(/^[\da-f-]{36}$/);
});

test('PostgreSQL shows the id of a request while its transaction waits, and not afterwards', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const id = randomUUID();
  const shown = () =>
    sql(
      earshot.testDatabase.auditDatabase,
      "select application_name as name from pg_stat_activity where application_name like '%' || $1",
      [id],
    );
  const { locked, release, holder } = lockProfile(listener.userId);
  await locked;
  const updating = listener.fetch(api.accounts.updateProfile.path, {
    method: api.accounts.updateProfile.method,
    headers: { 'content-type': 'application/json', [requestIdHeader]: id },
    body: JSON.stringify({ displayName: 'Lee' }),
  });
  await expect.poll(shown).toEqual([{ name: `earshot ${id}` }]);
  release();
  await holder;
  expect((await updating).status).toBe(200);
  expect(await shown()).toEqual([]);
});

test('a call that waits for a locked row returns unavailable while other calls are served', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const other = await earshot.signIn({ userType: 'listener' });
  const { locked, release, holder } = lockProfile(listener.userId);
  await locked;
  const waiting = listener.call(api.accounts.updateProfile, { body: { displayName: 'Lee' } });
  await other.get(api.wallet.readWallet, {});
  expect(await waiting).toMatchObject({ status: 503, code: 'unavailable' });
  release();
  await holder;
});

function lockProfile(userId: string) {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holder = earshot.testDatabase.ownerDatabase.transaction(async (tx) => {
    await sql(tx, 'select from profiles where user_id = $1 for update', [userId]);
    locked.resolve();
    await Promise.race([released.promise, sleep(9_000)]);
  });
  return { locked: locked.promise, release: released.resolve, holder };
}
