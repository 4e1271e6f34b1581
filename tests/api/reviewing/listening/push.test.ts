import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { sendPush } from '#server/identity/push-subscriptions.ts';
import { setSuspension } from '#server/identity/set-suspension.ts';
import { tellListeners } from '#server/reviewing/listening/tell-listeners.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPushDevice, readVapid, startPushService } from '#tests/support/people/push-devices.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { anAdmin, aTrack } from '#tests/support/world/rows.ts';
import { someoneWaits, sql, sqlRow } from '#tests/support/world/sql.ts';
import { testClock } from '#tests/support/world/test-clock.ts';

let earshot: Earshot;
let service: Awaited<ReturnType<typeof startPushService>>;
const shortTimeout = 300;
/** The last noon (UTC). The database dates the tracks, so the clock must not be ahead of it. */
const noon = new Date(Math.floor(Date.now() / 86_400_000 - 0.5) * 86_400_000 + 43_200_000);

beforeEach(async () => {
  service = await startPushService();
  const clock = testClock(noon);
  const push = webPush({
    clock,
    supportEmail: 'help@earshot.example',
    services: [service.origin],
    timeoutMilliseconds: shortTimeout,
  });
  earshot = await startEarshot({}, { startsAt: noon, push });
});
afterEach(async () => {
  service.close();
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const aListener = () => earshot.signIn({ userType: 'listener' });
let devices = 0;
const aDevice = () => {
  devices += 1;
  return aPushDevice(`${service.origin}/send/${devices}`);
};
async function subscribe(listener: ApiUser, timeZone = 'Europe/London', browser = aDevice()) {
  await listener.get(api.accounts.subscribeToPush, { body: { ...browser.device, timeZone } });
  return browser;
}
const findEmpty = async (listener: ApiUser) => {
  const { empty } = await listener.get(api.listening.nextTrack, { body: {} });
  expect(empty).not.toBeNull();
};
/** A listener who found the queue empty, with push on, and their browser. */
async function aWaitingListener(timeZone?: string) {
  const listener = await aListener();
  const browser = await subscribe(listener, timeZone);
  await findEmpty(listener);
  return { listener, browser };
}
/** A new track is told of and every push is sent, although an open page would have some seconds first. */
async function tell(nodes = 1) {
  await Promise.all(Array.from({ length: nodes }, () => tellListeners(earshot.deps)));
  await sendDue(nodes);
}
async function sendDue(nodes = 1) {
  await sql(owner(), 'update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  await Promise.all(Array.from({ length: nodes }, () => earshot.runJobs()));
}
const endTracks = () => sql(owner(), "update artist_tracks set status = 'deleted'");
const subscriptions = async () =>
  (await sqlRow(owner(), 'select count(*)::int as stored from push_subscriptions')).stored;

test('only browsers at known push services with valid keys and time zones can subscribe', async () => {
  const listener = await aListener();
  const { device } = aDevice();
  const put = async (change: object) =>
    (await listener.call(api.accounts.subscribeToPush, { body: { ...device, timeZone: 'UTC', ...change } }))
      .code;
  for (const endpoint of ['https://127.0.0.1/x', 'https://169.254.169.254/x', 'https://push.example.org/x'])
    expect(await put({ endpoint })).toBe('push_unsupported');
  expect(await put({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe('push_unsupported');
  expect(await put({ auth: 'AAAA' })).toBe('push_unsupported');
  expect(await put({ endpoint: 'file:///etc/passwd' })).toBe('malformed');
  expect(await put({ endpoint: `${service.origin}/${'x'.repeat(1000)}` })).toBe('malformed');
  expect(await put({ timeZone: 'Europe/Nowhere' })).toBe('malformed');
  expect(await subscriptions()).toBe(0);
});

test('one message names no track, is encrypted for its browser and signed by the server', async () => {
  const { listener, browser } = await aWaitingListener();
  await aTrack(owner(), { title: 'Secret Single' });
  await tell(2);
  expect(service.received).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.of() }] = service.received;
  expect(path).toBe(new URL(browser.device.endpoint).pathname);
  expect(JSON.parse(browser.read(body))).toEqual({
    title: 'A track is waiting for you',
    body: 'Someone else may be quicker.',
    path: '/app/review',
  });
  expect(headers).toMatchObject({ ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' });
  const seconds = earshot.clock.now().getTime() / 1000;
  const claims = await readVapid(String(headers.authorization));
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@earshot.example' });
  expect(claims.exp).toBeLessThanOrEqual(seconds + 86_400);
  expect(await listener.get(api.accounts.readPush, {})).toEqual({ serverKey: claims.publicKey, isOn: true });
  // They did not ask for an email.
  expect(await sql(owner(), 'select from outbox')).toEqual([]);
});

test('tells no one who did not find the queue empty, turned it off, or has come meanwhile', async () => {
  await subscribe(await aListener());
  const { listener: off } = await aWaitingListener();
  await off.get(api.accounts.unsubscribeFromPush, {});
  const { listener: there } = await aWaitingListener();
  await aTrack(owner());
  await tellListeners(earshot.deps);
  // Their open page asks as soon as it hears of the track.
  expect((await there.get(api.listening.nextTrack, { body: {} })).track).not.toBeNull();
  await sendDue();
  expect(service.received).toHaveLength(0);
});

test('sends at most two in any 24 hours, and then only the email that was asked for', async () => {
  const { listener } = await aWaitingListener();
  const again = async () => {
    await aTrack(owner());
    await tell();
    await endTracks();
    // Access tokens end sooner.
    await findEmpty(await earshot.signInAgain(listener.userId));
    earshot.clock.advance(3600);
    return service.received.length;
  };
  expect([await again(), await again(), await again()]).toEqual([1, 2, 2]);
  const signedIn = await earshot.signInAgain(listener.userId);
  await signedIn.get(api.listening.askToBeTold, { body: { wanted: true } });
  expect(await again()).toBe(2);
  expect(await sql(owner(), 'select subject from outbox')).toEqual([
    { subject: 'A track is ready for your review' },
  ]);
  // 24 hours after the first; the night lies between.
  earshot.clock.advance(20 * 3600);
  expect(await again()).toBe(3);
});

test('sends none at night on the listener’s clock, but in the morning', async () => {
  await aWaitingListener('Australia/Brisbane');
  await aTrack(owner());
  await tell();
  earshot.clock.advance(10 * 3600 - 1);
  await tell();
  expect(service.received).toHaveLength(0);
  earshot.clock.advance(1);
  await tell();
  expect(service.received).toHaveLength(1);
});

test('of several sessions that subscribe one browser at once, one has it', async () => {
  const browser = aDevice();
  const listeners = await Promise.all(Array.from({ length: 6 }, aListener));
  await Promise.all(listeners.map((listener) => subscribe(listener, 'Europe/London', browser)));
  expect(await subscriptions()).toBe(1);
});

test.each([404, 410])('a browser that has unsubscribed (%s) is forgotten', async (status) => {
  await aWaitingListener();
  service.answers.status = status;
  await aTrack(owner());
  await tell();
  expect(await subscriptions()).toBe(0);
});

test.each([429, 503, undefined])(
  'a service that is busy or hangs (%s) is tried again while it is news',
  async (status) => {
    const { listener } = await aWaitingListener();
    service.answers.status = status;
    await aTrack(owner());
    await tell();
    expect(service.received).toHaveLength(1);
    expect((await listener.get(api.accounts.readPush, {})).isOn).toBe(true);
    service.answers.status = 201;
    earshot.clock.advance(300);
    await sendDue();
    expect(service.received.map(({ headers }) => headers.ttl)).toEqual(['600', '300']);
    await sendDue();
    expect(service.received).toHaveLength(2);
  },
);

test('what failed is not sent any more when it is old', async () => {
  await aWaitingListener();
  service.answers.status = 503;
  await aTrack(owner());
  await tell();
  earshot.clock.advance(600);
  await sendDue();
  expect(service.received).toHaveLength(1);
});

test('ends with the session, however that ends, and belongs to one session only', async () => {
  const { listener, browser } = await aWaitingListener();
  const other = await aListener();
  await subscribe(other, 'UTC', browser);
  expect((await listener.get(api.accounts.readPush, {})).isOn).toBe(false);
  const twin = await earshot.signInAgain(other.userId);
  const { sessions } = await other.get(api.accounts.listSessions, {});
  const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
  await twin.get(api.accounts.endSession, { params: { sessionId } });
  expect(await subscriptions()).toBe(0);
  const phone = await subscribe(twin);
  const actorId = await anAdmin(owner());
  await setSuspension(earshot.deps, actorId, { userId: other.userId, suspended: true, reason: 'Spam.' });
  expect(await subscriptions()).toBe(0);
  await subscribe(listener, 'UTC', phone);
  await sql(owner(), "update sessions set ended_at = now(), end_reason = 'password_changed'");
  expect(await subscriptions()).toBe(0);
});

test('a session that ends while its browser subscribes leaves no subscription', async () => {
  const listener = await aListener();
  const body = { ...aDevice().device, timeZone: 'UTC' };
  const late = await owner().transaction(async (tx) => {
    await sql(tx, "update sessions set ended_at = now(), end_reason = 'signed_out'");
    const subscribing = listener.get(api.accounts.subscribeToPush, { body });
    await someoneWaits(owner());
    return { subscribing };
  });
  expect((await late.subscribing).isOn).toBe(false);
  expect(await subscriptions()).toBe(0);
});

test('after a change of the server’s secret a browser gets messages by the key that it knows, until that is removed', async () => {
  const { listener } = await aWaitingListener();
  const { serverKey } = await listener.get(api.accounts.readPush, {});
  const { session_id: sessionId } = await sqlRow(owner(), 'select session_id from push_subscriptions');
  const secret = 'another secret of the tests, 32 characters';
  const message = { title: 'One', body: 'Two', path: '/app' };
  const keys = deriveServerKeys(secret, 'a secret of the tests, 32 characters or more');
  await sendPush({ ...earshot.deps, keys }, String(sessionId), message, 60);
  expect((await readVapid(String(service.received[0]?.headers.authorization))).publicKey).toBe(serverKey);
  await sendPush({ ...earshot.deps, keys: deriveServerKeys(secret) }, String(sessionId), message, 60);
  expect(service.received).toHaveLength(1);
  expect(await subscriptions()).toBe(0);
});
