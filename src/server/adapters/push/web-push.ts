import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../../foundation/clock.ts';
import type { PushSender } from '../../foundation/server-keys.ts';
import type { PushDevice, PushService } from './push-service.ts';

/**
 * The services of Chrome, Firefox, Safari and Edge, and the browsers built on them. Browsers name the address that the
 * server sends to, so any other could be one inside its own network.
 */
export const pushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

const curve = 'prime256v1';
const tokenSeconds = 12 * 3600;
const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const hkdf = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

interface WebPushOptions {
  readonly clock: Clock;
  /** Whom a push service writes to if something is wrong. */
  readonly supportEmail: string;
  /** For tests only. */
  readonly services?: readonly string[];
  readonly timeoutMilliseconds?: number;
}

/** Push messages to browsers: RFC 8030, encrypted (RFC 8291) and signed (RFC 8292). */
export function webPush({
  clock,
  supportEmail,
  services = pushServices,
  timeoutMilliseconds = 5_000,
}: WebPushOptions): PushService {
  return {
    accepts: ({ endpoint, p256dh, auth }) =>
      services.some((service) => isAt(endpoint, service)) && isPoint(p256dh) && bytesOf(auth).length === 16,
    send: async (device, message, sender, seconds) => {
      const { origin } = new URL(device.endpoint);
      const expiresAt = Math.floor(clock.now().getTime() / 1000) + tokenSeconds;
      const token = await signPushToken(sender, { origin, expiresAt, supportEmail });
      const response = await fetch(device.endpoint, {
        method: 'POST',
        headers: {
          authorization: `vapid t=${token}, k=${sender.publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(seconds),
          urgency: 'high',
        },
        body: new Uint8Array(encryptPush(Buffer.from(JSON.stringify(message)), device)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return false;
      if (!response.ok) throw new Error(`The push service ${origin} returned ${response.status}`);
      return true;
    },
  };
}

/** Whether an address is at a service, of which the first label may be `*`. */
export function isAt(endpoint: string, service: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  const [before = '', after] = service.split('*');
  if (after === undefined) return origin === service;
  return (
    origin.startsWith(before) &&
    origin.endsWith(after) &&
    /^[\w-]+$/.test(origin.slice(before.length, -after.length))
  );
}

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, curve, 'base64url').length === 65;
  } catch {
    return false;
  }
}

/** The token of RFC 8292, by which a push service knows who sends. */
export const signPushToken = (
  sender: PushSender,
  { origin, expiresAt, supportEmail }: { origin: string; expiresAt: number; supportEmail: string },
): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(origin)
    .setExpirationTime(expiresAt)
    .setSubject(`mailto:${supportEmail}`)
    .sign(sender.privateKey);

/** Encrypts a message for a device as a single record of aes128gcm. Tests choose the salt and the key of the message. */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>,
  salt = randomBytes(16),
  privateKey?: Buffer,
): Buffer {
  const sender = createECDH(curve);
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const receiverKey = bytesOf(p256dh);
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = hkdf(sender.computeSecret(receiverKey), bytesOf(auth), info, 32);
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(4096);
  return Buffer.concat([
    salt,
    recordSize,
    Buffer.of(senderKey.length),
    senderKey,
    // 2 marks the last record.
    cipher.update(Buffer.concat([message, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
