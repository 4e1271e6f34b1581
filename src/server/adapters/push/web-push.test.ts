import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { aPushDevice, readVapid } from '#tests/support/people/push-devices.ts';
import { encryptPush, isAt, pushServices, signPushToken, webPush } from './web-push.ts';

// RFC 8291, section 5 and appendix A.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as in the example of RFC 8291, and its browser can read it', () => {
  const { device, read } = aPushDevice(example.endpoint, {
    privateKey: example.receiver,
    auth: example.auth,
  });
  const message = encryptPush(
    Buffer.from(example.text),
    device,
    Buffer.from(example.salt, 'base64url'),
    Buffer.from(example.sender, 'base64url'),
  );
  expect(message.toString('base64url')).toBe(example.message);
  expect(read(message)).toBe(example.text);
});

// RFC 8292, section 2.4.
const token =
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA';
const publicKey = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

test('the sender signs the header and claims of the example of RFC 8292', async () => {
  expect(await readVapid(`vapid t=${token}, k=${publicKey}`)).toMatchObject({
    sub: 'mailto:push@example.com',
  });
  const { device } = aPushDevice(example.endpoint, { privateKey: example.sender });
  const point = Buffer.from(device.p256dh, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: example.sender };
  const sender = { privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: device.p256dh };
  const claims = {
    origin: 'https://push.example.net',
    expiresAt: 1_453_523_768,
    supportEmail: 'push@example.com',
  };
  const signed = await signPushToken(sender, claims);
  expect(signed.split('.').slice(0, 2)).toEqual(token.split('.').slice(0, 2));
  expect(await readVapid(`vapid t=${signed}, k=${sender.publicKey}`)).toMatchObject({ exp: 1_453_523_768 });
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com@127.0.0.1/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.example.org/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://10.0.0.1#.push.apple.com', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://localhost/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['not an address', false],
])('an address is accepted only at a known push service: %s', (endpoint, isAccepted) => {
  expect(pushServices.some((service) => isAt(endpoint, service))).toBe(isAccepted);
});

test('keys that are no point of the curve, or of another length, are not accepted', () => {
  const push = webPush({ clock: { now: () => new Date(0) }, supportEmail: 'help@earshot.example' });
  const { device } = aPushDevice('https://fcm.googleapis.com/fcm/send/abc');
  expect(push.accepts(device)).toBe(true);
  expect(push.accepts({ ...device, p256dh: device.p256dh.slice(0, -2) })).toBe(false);
  expect(push.accepts({ ...device, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false);
  expect(push.accepts({ ...device, auth: 'AAAA' })).toBe(false);
});
