import { randomUUID } from 'node:crypto';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendQueuedMail } from '#server/accounts/emails/send-queued-mail.ts';
import { smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import { type AccountsWorld, accountsWorld, anonymously, goodPassword } from '#tests/support/accounts.ts';
import { sqlRow } from '#tests/support/sql.ts';

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

test('an address that the mail server refuses for good is given up at once, with one line that masks it', async () => {
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
  expect(warnings[0]).toMatch(/was refused for good: 550 5\.1\.1 .*k\*\*\*@example\.org/);
  expect(warnings[0]).not.toContain(email);
  expect(warnings[0]).not.toContain('\n');
});

test('content that the mail server refuses for good is given up, too', async () => {
  const { outcomes, row } = await send(
    {
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refusing(554, '5.7.1 Message rejected as spam')));
      },
    },
    1,
  );
  expect(outcomes).toEqual(['ended']);
  expect(row.refused_at).not.toBeNull();
});

test.each([
  ['a full mailbox', { onRcptTo: (_address, _session, done) => done(refusing(452, '4.2.2 Mailbox full')) }],
  ['greylisting', { onRcptTo: (_address, _session, done) => done(refusing(451, '4.7.1 Try again later')) }],
  [
    'a sender that is not accepted',
    { onMailFrom: (_address, _session, done) => done(refusing(553, '5.7.1 Sender')) },
  ],
  [
    'a server that wants a sign-in',
    { onRcptTo: (_address, _session, done) => done(refusing(530, '5.7.0 Sign in')) },
  ],
] satisfies [string, SMTPServerOptions][])('%s is tried again', async (_what, behavior) => {
  const { outcomes, row, warnings } = await send(behavior, 2);
  expect(outcomes).toEqual(['to be tried again', 'to be tried again']);
  expect(row).toMatchObject({
    sent_at: null,
    refused_at: null,
    body_text: expect.stringContaining('token='),
  });
  expect(warnings).toEqual([]);
});

test('a server that is away is tried again', async () => {
  const mail = smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'hello@earshot.example' });
  const email = `${randomUUID()}@example.org`;
  await world.routes.signUp({ ...anonymously(), body: { email, password: goodPassword } });
  const { id } = await sqlRow(world.db.ownerDatabase, 'select id from outbox where recipient_address = $1', [
    email,
  ]);
  const log = { warn: () => undefined };
  await expect(sendQueuedMail({ ...world.deps, mail }, String(id), log)).rejects.toThrow();
});
