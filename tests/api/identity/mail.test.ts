import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import { serveMailbox } from '#server/http/mailbox-page.ts';
import { testClock } from '#tests/support/world/test-clock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-mail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const from = 'hello@earshot.example';
const mail = (id: string, subject = 'A subject', text = 'Hello.\n') => ({
  id,
  to: { name: '', address: 'kim@example.org' },
  subject,
  text,
  html: '<p>Hello.</p>',
});

describe('an email stored on disk', () => {
  test('is complete, private and named by time and recipient', async () => {
    const own = join(folder, 'own');
    const transport = fileTransport({ folder: own, from, clock: testClock('2026-03-01T12:00:00.123Z') });
    await transport.send(mail('0b6f', 'Grüße', 'https://a.example/auth/callback#type=signup&token=abc_-\n'));
    const names = (await readdir(own)).sort();
    expect(names).toEqual([
      '20260301T120000123Z-kim@example.org-0b6f.eml',
      '20260301T120000123Z-kim@example.org-0b6f.json',
    ]);
    const file = join(own, names[0] ?? '');
    expect((await stat(file)).mode & 0o077).toBe(0);
    const read = await PostalMime.parse(await readFile(file));
    expect(read).toMatchObject({
      subject: 'Grüße',
      from: { name: 'Earshot', address: from },
      to: [{ address: 'kim@example.org' }],
      messageId: '<0b6f@earshot.example>',
    });
    expect(read.text).toContain('https://a.example/auth/callback#type=signup&token=abc_-');
  });

  test('can only be read by an id from the mailbox', async () => {
    const transport = fileTransport({ folder, from, clock: testClock() });
    for (const id of ['', '../own/x', '..%2f', '/etc/passwd', '20260301T120000123Z-x-../y']) {
      expect(await transport.read(id)).toBeUndefined();
    }
  });
});

describe('the mailbox page', () => {
  test('lists the newest 50, escaped, with clickable links and no script', async () => {
    const clock = testClock();
    const transport = fileTransport({ folder: join(folder, 'page'), from, clock });
    const app = fastify();
    serveMailbox(app, { mail: transport });
    expect((await app.inject('/mailbox')).body).toContain('No emails yet.');
    for (let i = 0; i < 51; i += 1) {
      clock.advance(1);
      await transport.send(
        mail(`m${i}`, `<script>${i}</script>`, `Go to https://a.example/?a=1&b=${i}#x <b>now</b>`),
      );
    }
    const page = await app.inject('/mailbox');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<script|<b>/);
    const listed = (await app.inject('/mailbox.json')).json();
    expect(listed).toHaveLength(50);
    expect(listed[0]).toMatchObject({
      to: { address: 'kim@example.org' },
      links: ['https://a.example/?a=1&b=50#x'],
    });
    const one = await app.inject(`/mailbox/${encodeURIComponent(listed[0].id)}`);
    expect(one.body).toContain('<a href="https://a.example/?a=1&#38;b=50#x">');
    expect((await app.inject('/mailbox/nothing')).statusCode).toBe(404);
    await app.close();
  });

  test('is not available if emails are really sent', async () => {
    const app = fastify();
    serveMailbox(app, { mail: smtpTransport({ url: 'smtp://127.0.0.1:1', from }) });
    expect((await app.inject('/mailbox')).statusCode).toBe(404);
    await app.close();
  });
});

describe('an email sent by SMTP', () => {
  test('goes only to its recipient, even if the address is crafted to add more', async () => {
    const received: { to: string[]; content: string }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            content: Buffer.concat(parts).toString(),
          });
          done();
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address = listening.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const transport = smtpTransport({ url: `smtp://127.0.0.1:${port}`, from });
    await transport.send({ ...mail('s1'), unsubscribeLink: 'https://a.example/unsubscribe/a.b' });
    const twice = { ...mail('s2'), to: { name: 'a@example.org, b@example.org', address: 'kim@example.org' } };
    await transport.send(twice);
    await new Promise<void>((resolve) => server.close(resolve));
    expect(received.map(({ to }) => to)).toEqual([['kim@example.org'], ['kim@example.org']]);
    expect(received[0]?.content).toContain('Message-ID: <s1@earshot.example>');
    expect(received[0]?.content).toContain('List-Unsubscribe: <https://a.example/unsubscribe/a.b>');
    expect(received[0]?.content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(received[1]?.content).not.toContain('List-Unsubscribe');
    await expect(transport.send(mail('s3'))).rejects.toThrow();
  });
});
