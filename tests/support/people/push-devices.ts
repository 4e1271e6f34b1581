import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import type { PushDevice } from '#server/adapters/push/push-service.ts';

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const hkdf = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

interface DeviceKeys {
  readonly privateKey?: string;
  readonly auth?: string;
}

/** A browser that subscribed at a push service, and how it reads what it gets. */
export function aPushDevice(
  endpoint: string,
  { privateKey, auth = randomBytes(16).toString('base64url') }: DeviceKeys = {},
) {
  const own = createECDH('prime256v1');
  if (privateKey === undefined) own.generateKeys();
  else own.setPrivateKey(privateKey, 'base64url');
  const device: PushDevice = { endpoint, p256dh: own.getPublicKey('base64url'), auth };
  return {
    device,
    /** Decrypts a message as RFC 8291 tells a browser to. */
    read(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const end = 21 + body.readUInt8(20);
      const sender = body.subarray(21, end);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
      const secret = hkdf(own.computeSecret(sender), bytesOf(auth), info, 32);
      const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(body.subarray(-16));
      const record = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()]);
      if (record.at(-1) !== 2) throw new Error('The record does not end the message.');
      return record.subarray(0, -1).toString();
    },
  };
}

/** The claims of an `Authorization: vapid` header, after checking its signature (RFC 8292). */
export async function readVapid(authorization: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = bytesOf(publicKey);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  // Tokens expire by the clock of the test.
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], currentDate: new Date(0) });
  return { ...payload, publicKey };
}

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A push service on this machine. It stores what arrives, and responds with the status, or never without one. */
export async function startPushService() {
  const received: Received[] = [];
  const answers: { status: number | undefined } = { status: 201 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      if (answers.status !== undefined) response.writeHead(answers.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    answers,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
