import { createSecretKey, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addressesRefusedIn,
  addressesSentTo,
  mostReportBytes,
  readReturnPath,
  returnPath,
} from '#server/adapters/mail/delivery-report.ts';
import { aBounce } from '#tests/support/people/bounces.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const mailId = randomUUID();
const address = returnPath('bounces@earshot.example', key, mailId);
const refused = (change: Parameters<typeof aBounce>[0]) => addressesRefusedIn(aBounce(change));

test('a return path names its email, even in capitals, and fits the length that mail servers allow', () => {
  expect(readReturnPath(key, address)).toBe(mailId);
  expect(readReturnPath(key, address.toUpperCase())).toBe(mailId);
  const longest = returnPath(`${'b'.repeat(15)}@earshot.example`, key, mailId);
  expect(longest.indexOf('@')).toBe(64);
});

test.each([
  ['another email', address.replace(/\+./, (start) => (start === '+0' ? '+1' : '+0'))],
  ['another signature', address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))],
  ['no signature', `bounces+${mailId.replaceAll('-', '')}@earshot.example`],
  ['the plain address', 'bounces@earshot.example'],
  ['nothing', ''],
])('a return path with %s is not accepted', (_what, forged) => {
  expect(readReturnPath(key, forged)).toBeUndefined();
  expect(readReturnPath(createSecretKey(Buffer.alloc(32, 8)), address)).toBeUndefined();
});

test('a missing mailbox counts as a permanent refusal, and the report names the address', async () => {
  const report = aBounce({ to: address, recipient: 'Kim@Example.org' });
  expect(await addressesRefusedIn(report)).toEqual(['kim@example.org']);
  expect(addressesSentTo(report)).toEqual([address]);
});

test('the recipient is read from the headers only, folded or not, by any mail server’s name for it', () => {
  const named = `Subject: To: no@example.org\r\nDelivered-To:\r\n ${address}\r\nX-Original-To: "Kim" <kim@example.org>, b@c.example`;
  const message = Buffer.from(`${named}\r\n\r\nTo: quoted@example.org\r\n`);
  expect(addressesSentTo(message)).toEqual([address, 'kim@example.org', 'b@c.example']);
});

test('for a forwarded email only the mailbox that failed is refused, not the forwarding one', async () => {
  const original = 'Original-Recipient: rfc822;kim@example.org\r\n';
  const forwarded = aBounce({ recipient: 'old@example.net' })
    .toString()
    .replace('Final-Recipient', `${original}Final-Recipient`);
  expect(await addressesRefusedIn(Buffer.from(forwarded))).toEqual(['old@example.net']);
  const alone = aBounce({})
    .toString()
    .replace(/Final-Recipient: .*\r\n/, original);
  expect(await addressesRefusedIn(Buffer.from(alone))).toEqual(['kim@example.org']);
});

test('a report that quotes a long email is read up to the reported failure', async () => {
  const long = Buffer.concat([aBounce({ to: address }), Buffer.alloc(4 * mostReportBytes, 'long line\r\n')]);
  expect(addressesSentTo(long)).toEqual([address]);
  expect(await addressesRefusedIn(long)).toEqual(['kim@example.org']);
});

test.each([
  ['letters', 'a'],
  ['characters of addresses', '@'],
  ['starts of addresses', 'a@'],
  ['opening brackets', '<'],
  ['spaces', ' '],
  ['line breaks and spaces', '\n '],
  ['words of refusals', 'user '],
])('a message of nothing but %s is read as fast as any other', async (_what, letters) => {
  const much = letters.repeat(mostReportBytes / letters.length);
  const started = performance.now();
  addressesSentTo(Buffer.from(`To: ${much}\r\n\r\n`));
  for (const change of [
    { recipient: much },
    { status: '5.0.0', diagnostic: `${much}\r x` },
    { status: much },
  ]) {
    await refused(change);
  }
  // Where each letter is looked at for each other, this takes minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a failure without a specific status is judged by its text', async () => {
  expect(await refused({ status: '5.0.0', diagnostic: 'smtp; 550 No such user here' })).toHaveLength(1);
  expect(await refused({ status: '5.0.0', diagnostic: 'smtp; 550 Rejected' })).toEqual([]);
});

test.each([
  ['a delay', { action: 'delayed', status: '4.4.1' }],
  ['a delivery', { action: 'delivered', status: '2.0.0' }],
  ['a full mailbox that may be emptied', { status: '4.2.2' }],
  ['a full mailbox with a permanent status', { status: '5.2.2' }],
  ['a blocked network', { status: '5.7.1' }],
  ['an unknown sender', { status: '5.1.8' }],
  ['a rejected sender', { status: '5.1.0', diagnostic: 'smtp; 550 Sender rejected' }],
  ['no status', { status: '' }],
])('%s does not count as a refusal', async (_what, change) => {
  expect(await refused(change)).toEqual([]);
});

test('a quoted report, a person’s reply and an invalid message refuse nothing', async () => {
  const quoted = aBounce({}).toString().replace('message/delivery-status', 'text/plain');
  for (const message of [
    quoted,
    'To: bounces@earshot.example\r\n\r\nI am away until Monday.\r\n',
    '',
    '\0\0',
  ]) {
    expect(await addressesRefusedIn(Buffer.from(message))).toEqual([]);
  }
  const forwarded = `Content-Type: message/rfc822\r\n\r\n${aBounce({})}`;
  expect(await addressesRefusedIn(Buffer.from(forwarded))).toEqual([]);
});
