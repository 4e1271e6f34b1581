import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { returnPath } from '#server/adapters/mail/delivery-report.ts';
import { smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import {
  type AccountsWorld,
  accountsWorld,
  anonymously,
  goodPassword,
} from '#tests/support/people/accounts.ts';
import { aBounce } from '#tests/support/people/bounces.ts';
import { runCommand } from '#tests/support/world/commands.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { takeBounce } from '../../../scripts/bounce/take-bounce.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

const keys = deriveServerKeys('a secret of the tests, 32 characters or more');
const take = (message: Uint8Array, own = keys) =>
  takeBounce({ keys: own, inDatabase: (work) => work(world.deps) }, message);

/** An email that was sent to a new account. */
async function aSentEmail(): Promise<{ id: string; recipient: string; back: string }> {
  const recipient = `kim-${randomUUID()}@example.org`;
  await world.routes.signUp({ ...anonymously(), body: { email: recipient, password: goodPassword } });
  await sql(world.db.ownerDatabase, 'update outbox set sent_at = now() where recipient_address = $1', [
    recipient,
  ]);
  const row = await sqlRow(world.db.ownerDatabase, 'select id from outbox where recipient_address = $1', [
    recipient,
  ]);
  const id = String(row.id);
  return { id, recipient, back: returnPath('bounces@earshot.example', keys.returnPaths, id) };
}
const isRefused = async (id: string) =>
  (await sqlRow(world.db.ownerDatabase, 'select refused_at, sent_at from outbox where id = $1', [id]))
    .refused_at !== null;

test('each email has its own return path and shows its reader the usual sender', async () => {
  const seen: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      readText(stream).then((text) => {
        const from = mailFrom === false ? '' : mailFrom.address;
        seen.push({ from, to: rcptTo.map(({ address }) => address), text });
        done();
      }, done);
    },
  });
  const listening = await new Promise<ReturnType<SMTPServer['listen']>>((resolve) => {
    const opened = server.listen(0, '127.0.0.1', () => resolve(opened));
  });
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const back = (mailId: string) => returnPath('bounces@earshot.example', keys.returnPaths, mailId);
  const mail = smtpTransport({
    ...{ url: `smtp://127.0.0.1:${port}`, from: 'hello@earshot.example' },
    returnPath: back,
  });
  const id = randomUUID();
  const to = { name: 'Kim', address: 'kim@example.org' };
  await mail.send({ id, to, subject: 'Hello', text: 'Hello.', html: '' });
  await new Promise<void>((resolve) => server.close(resolve));
  expect(seen).toMatchObject([{ from: back(id), to: ['kim@example.org'] }]);
  expect(seen[0]?.text).toMatch(/^From: \S+ <hello@earshot\.example>/m);
  expect(seen[0]?.text).not.toContain('bounces');
});

test('a forged report silences nobody', async () => {
  const { id, recipient, back } = await aSentEmail();
  const other = await aSentEmail();
  const stranger = deriveServerKeys('another secret of somebody, 32 letters');
  const forged = returnPath('bounces@earshot.example', stranger.returnPaths, id);
  for (const [to, reason] of [
    ['bounces@earshot.example', /is not the return address/],
    [forged, /is not the return address/],
    // Signed for another email, whose recipient is somebody else.
    [other.back, /went to another address/],
  ] as const) {
    expect(await take(aBounce({ to, recipient }))).toMatch(reason);
  }
  expect(await take(aBounce({ to: back, recipient: 'forwarded@example.net' }))).toMatch(/another address/);
  expect(await take(aBounce({ to: back, recipient, status: '4.4.1', action: 'delayed' }))).toMatch(/Ignored/);
  expect([await isRefused(id), await isRefused(other.id)]).toEqual([false, false]);
});

test('an unsigned report, or one about a delay, opens no database', async () => {
  const inDatabase = () => expect.fail('The database was opened.');
  const { back, recipient } = await aSentEmail();
  expect(await takeBounce({ keys, inDatabase }, aBounce({ recipient }))).toMatch(/is not the return address/);
  const delay = aBounce({ to: back, recipient, action: 'delayed', status: '4.4.1' });
  expect(await takeBounce({ keys, inDatabase }, delay)).toMatch(/does not report/);
});

test('an email that bounces later counts as refused, once, and its error text contains no address', async () => {
  const { id, recipient, back } = await aSentEmail();
  const said = await take(aBounce({ to: back.toUpperCase(), recipient }));
  expect(said).toMatch(/bounced/);
  expect(said).not.toContain(recipient);
  expect(await isRefused(id)).toBe(true);
  expect(await take(aBounce({ to: back, recipient }))).toMatch(/was rejected before/);
});

test('while the secret is being changed, bounces of emails sent under the former secret are accepted', async () => {
  const { id, recipient, back } = await aSentEmail();
  const next = deriveServerKeys(
    'the next secret of the tests, 32 letters',
    'a secret of the tests, 32 characters or more',
  );
  expect(await take(aBounce({ to: back, recipient }), next)).toMatch(/bounced/);
  expect(await isRefused(id)).toBe(true);
});

test('a report about an unknown or unsent email changes nothing', async () => {
  const unknown = returnPath('bounces@earshot.example', keys.returnPaths, randomUUID());
  expect(await take(aBounce({ to: unknown }))).toMatch(/is no longer stored/);
  const { id, recipient, back } = await aSentEmail();
  await sql(world.db.ownerDatabase, 'update outbox set sent_at = null where id = $1', [id]);
  expect(await take(aBounce({ to: back, recipient }))).toMatch(/Ignored/);
  expect(await isRefused(id)).toBe(false);
});

test('the command exits with 0 only after a verdict; otherwise the mail server keeps the message', async () => {
  const data = join(tmpdir(), `earshot-bounces-${randomUUID()}`);
  const secret = 'a secret of the tests, 32 characters or more';
  const signed = aBounce({ to: returnPath('bounces@earshot.example', keys.returnPaths, randomUUID()) });
  const run = (settings: Record<string, string>, message: Uint8Array) =>
    runCommand('bounce', [], { DATA_DIR: data, ...settings }, message);
  expect(await run({ SERVER_SECRET: secret }, aBounce({}))).toMatchObject({ code: 0 });
  expect((await run({ SERVER_SECRET: secret, PORT: 'none' }, signed)).code).toBe(75);
  expect((await run({}, signed)).code).toBe(75);
  const away = await run({ SERVER_SECRET: secret }, signed);
  expect(away).toMatchObject({ code: 75, output: expect.stringContaining('is not running. Start Earshot.') });
  expect(existsSync(data)).toBe(false);
});
