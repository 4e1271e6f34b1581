import { createSecretKey, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDeliveryReport } from '#server/adapters/mail/delivery-report.ts';
import { readReturnPath, returnPath } from '#server/adapters/mail/return-path.ts';
import { aBounce } from '#tests/support/bounces.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const mailId = randomUUID();
const address = returnPath('bounces@earshot.example', key, mailId);
const refused = async (change: Parameters<typeof aBounce>[0]) =>
  (await readDeliveryReport(aBounce(change))).refused;

test('an address to come back to names its email, also in capitals, and is no longer than mail servers allow', () => {
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
])('an address with %s is not one of this server', (_what, forged) => {
  expect(readReturnPath(key, forged)).toBeUndefined();
  expect(readReturnPath(createSecretKey(Buffer.alloc(32, 8)), address)).toBeUndefined();
});

test('a mailbox that does not exist refuses for good, and the report says where it was sent', async () => {
  const report = await readDeliveryReport(aBounce({ to: address, recipient: 'Kim@Example.org' }));
  expect(report.refused).toEqual(['kim@example.org']);
  expect(report.sentTo).toEqual([address]);
});

test('a failure without a status of its own is judged by its words', async () => {
  expect(await refused({ status: '5.0.0', diagnostic: 'smtp; 550 No such user here' })).toHaveLength(1);
  expect(await refused({ status: '5.0.0', diagnostic: 'smtp; 550 Rejected' })).toEqual([]);
});

test.each([
  ['a delay', { action: 'delayed', status: '4.4.1' }],
  ['a delivery', { action: 'delivered', status: '2.0.0' }],
  ['a full mailbox that may be emptied', { status: '4.2.2' }],
  ['a blocked network', { status: '5.7.1' }],
  ['an unknown sender', { status: '5.1.8' }],
  ['a refusal of the sender', { status: '5.1.0', diagnostic: 'smtp; 550 Sender rejected' }],
  ['no status', { status: '' }],
])('%s refuses nothing', async (_what, change) => {
  expect(await refused(change)).toEqual([]);
});

test('what only quotes a report, an answer of a person and what is no message refuse nothing', async () => {
  const quoted = aBounce({}).toString().replace('message/delivery-status', 'text/plain');
  for (const message of [
    quoted,
    'To: bounces@earshot.example\r\n\r\nI am away until Monday.\r\n',
    '',
    '\0\0',
  ]) {
    expect((await readDeliveryReport(Buffer.from(message))).refused).toEqual([]);
  }
  const forwarded = `Content-Type: message/rfc822\r\n\r\n${aBounce({})}`;
  expect((await readDeliveryReport(Buffer.from(forwarded))).refused).toEqual([]);
});
