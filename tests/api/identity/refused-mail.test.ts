import { randomUUID } from 'node:crypto';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import { sendQueuedMail } from '#server/identity/emails/mail-delivery.ts';
import {
  type AccountsWorld,
  accountsWorld,
  anonymously,
  goodPassword,
} from '#tests/support/people/accounts.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

/** Sends the email of a new sign-up through a mail server that behaves like this, so many times. */
async function send(behavior: SMTPServerOptions, tries: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...behavior,
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const mail = smtpTransport({ url: `smtp://127.0.0.1:${port}`, from: 'hello@earshot.example' });
  const email = `kim-${randomUUID()}@example.org`;
  await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
  const find = () =>
    sqlRow(world.db.ownerDatabase, 'select * from outbox where recipient_address = $1', [email]);
  const warnings: string[] = [];
  const outcomes: string[] = [];
  for (let i = 0; i < tries; i += 1) {
    const sent = sendQueuedMail({ ...world.deps, mail }, String((await find()).id), {
      warn: (line) => warnings.push(line),
    });
    outcomes.push(
      await sent.then(
        () => 'ended',
        () => 'to be tried again',
      ),
    );
  }
  await new Promise<void>((resolve) => server.close(resolve));
  return { email, row: await find(), warnings, outcomes };
}

const refusing = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

test('an address that the mail server permanently rejects is not retried, and one log line names it masked', async () => {
  let asked = 0;
  const { email, row, warnings, outcomes } = await send(
    {
      onRcptTo: ({ address }, _session, done) => {
        asked += 1;
        done(refusing(550, `5.1.1 <${address}>: Recipient address rejected:\n User unknown`));
      },
    },
    3,
  );
  // A job that ends is not run again, and is in no count of jobs that were given up.
  expect(outcomes).toEqual(['ended', 'ended', 'ended']);
  expect(asked).toBe(1);
  expect(row).toMatchObject({ sent_at: null, refused_at: expect.any(Date), body_text: '', body_html: '' });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/was rejected permanently: 550 5\.1\.1 .*k\*\*\*@example\.org/);
  expect(warnings[0]).not.toContain(email);
  expect(warnings[0]).not.toContain('\n');
});

const atRecipient = (code: number, message: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(refusing(code, message)),
});
const atContent = (code: number, message: string): SMTPServerOptions => ({
  onData: (stream, _session, done) => {
    stream.resume();
    stream.on('end', () => done(refusing(code, message)));
  },
});

test.each([
  ['an unknown mailbox, without a specific status', atRecipient(550, 'No such user here')],
  ['a disabled mailbox', atRecipient(550, '5.2.1 Mailbox disabled')],
  ['a recipient unknown only after the content', atContent(550, '5.1.1 User unknown')],
  ['an email over the size limit', atContent(552, '5.3.4 Message too big')],
  ['a malformed email', atContent(554, '5.6.0 Bad headers')],
] satisfies [string, SMTPServerOptions][])('no retry after %s', async (_what, behavior) => {
  const { outcomes, row } = await send(behavior, 1);
  expect(outcomes).toEqual(['ended']);
  expect(row.refused_at).not.toBeNull();
});

test.each([
  ['a full mailbox', atRecipient(452, '4.2.2 Mailbox full')],
  ['a full mailbox with a permanent status', atRecipient(552, '5.2.2 Over quota')],
  ['greylisting', atRecipient(451, '4.7.1 Try again later')],
  ['a rejected sender', { onMailFrom: (_address, _session, done) => done(refusing(553, '5.7.1 Sender')) }],
  ['a server that requires authentication', atRecipient(530, '5.7.0 Sign in')],
  ['a relay that denies this machine', atRecipient(554, '5.7.1 <kim@example.org>: Relay access denied')],
  ['a blocked network', atRecipient(554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked')],
  ['a blocked network without a status', atRecipient(550, 'Client host blocked')],
  ['a plain 550 that may mean policy', atRecipient(550, 'Requested action not taken: mailbox unavailable')],
  [
    'an unknown sender',
    atRecipient(550, '5.1.0 <hello@earshot.example>: Sender address rejected: User unknown'),
  ],
  ['an unknown sender domain', atRecipient(550, '5.1.8 Domain not found')],
  [
    'a rejection that merely contains such words in the address',
    atRecipient(550, '<user@unknown.example>: not here'),
  ],
  ['content taken for spam, as with a wrong signature', atContent(554, '5.7.1 Rejected as spam')],
  ['a failed transaction without a reason', atContent(554, 'Transaction failed')],
] satisfies [string, SMTPServerOptions][])('retry after %s', async (_what, behavior) => {
  const { outcomes, row, warnings } = await send(behavior, 2);
  expect(outcomes).toEqual(['to be tried again', 'to be tried again']);
  expect(row).toMatchObject({
    sent_at: null,
    refused_at: null,
    body_text: expect.stringContaining('token='),
  });
  expect(warnings).toEqual([]);
});

test('sending is retried if the mail server is down', async () => {
  const mail = smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'hello@earshot.example' });
  const email = `${randomUUID()}@example.org`;
  await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
  const { id } = await sqlRow(world.db.ownerDatabase, 'select id from outbox where recipient_address = $1', [
    email,
  ]);
  const log = { warn: () => undefined };
  await expect(sendQueuedMail({ ...world.deps, mail }, String(id), log)).rejects.toThrow();
});
