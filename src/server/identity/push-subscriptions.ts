import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PushState } from '#contract/identity/push.ts';
import { type PushMessage, pushesADay } from '#contract/identity/push-rules.ts';
import { giveBackTo, takeFromLimit } from '../adapters/database/rate-limit.ts';
import type { PushDevice } from '../adapters/push/push-service.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { readByEither } from '../foundation/server-keys.ts';
import { isNight } from './push-rules.ts';
import {
  findPush,
  forgetDevice,
  listPushes,
  lockDevice,
  readPushDevice,
  removePush,
  storePush,
} from './push-store.ts';
import { isSessionOver } from './session-rules.ts';
import { decryptSecret, encryptSecret } from './stored-secrets.ts';

type Reads = Pick<Dependencies, 'database' | 'keys'>;

export async function readPush({ database, keys }: Reads, { sessionId }: Caller): Promise<PushState> {
  const isOn = (await findPush.one(database, { sessionId })) !== undefined;
  return { serverKey: keys.pushSender.publicKey, isOn };
}

/**
 * Sends notifications to the browser of the caller's session from now on.
 * @throws Refusal push_unsupported if its push service is unknown or its keys are not valid
 */
export async function subscribeToPush(
  deps: Reads & Pick<Dependencies, 'clock' | 'push'>,
  caller: Caller,
  { timeZone, ...device }: PushDevice & { readonly timeZone: string },
): Promise<PushState> {
  const { database, clock, keys, push } = deps;
  if (!push.accepts(device)) refuse('push_unsupported');
  const { sessionId } = caller;
  const endpointHash = createHash('sha256').update(device.endpoint).digest();
  const secret = Buffer.from(JSON.stringify(device));
  const deviceEncrypted = encryptSecret(secret, sessionId, keys.pushDevices);
  await database.transaction(async (tx) => {
    await lockDevice.run(tx, { endpointHash });
    await forgetDevice.run(tx, { sessionId, endpointHash });
    await storePush.run(tx, { sessionId, endpointHash, deviceEncrypted, timeZone, now: clock.now() });
  });
  return readPush(deps, caller);
}

export async function unsubscribeFromPush(deps: Reads, caller: Caller): Promise<PushState> {
  await removePush.run(deps.database, { sessionId: caller.sessionId });
  return readPush(deps, caller);
}

const daySeconds = 86_400;
const bucketOf = (userId: string) => `push:${userId}`;

/** The sessions whose browsers may get a push now; counts it as one of the day's. None at night or above the limit. */
export async function takePush(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  userId: string,
): Promise<{ readonly sessionIds: readonly string[]; readonly giveBack: () => Promise<void> }> {
  const now = clock.now();
  const awake = (await listPushes.all(database, { userId })).filter(
    ({ timeZone }) => !isNight(timeZone, now),
  );
  const isTaken =
    awake.length > 0 && (await takeFromLimit(database, bucketOf(userId), pushesADay, daySeconds, now)).taken;
  if (!isTaken) return { sessionIds: [], giveBack: async () => undefined };
  return {
    sessionIds: awake.map(({ sessionId }) => sessionId),
    giveBack: () => giveBackTo(database, bucketOf(userId), now),
  };
}

const Device = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/**
 * Sends a message to the browser of a session, unless it is night there, and forgets a browser that has unsubscribed.
 * Rejects if its push service does not accept the message now.
 */
export async function sendPush(
  { database, clock, keys, push }: Reads & Pick<Dependencies, 'clock' | 'push'>,
  sessionId: string,
  message: PushMessage,
  seconds: number,
): Promise<void> {
  const now = clock.now();
  const found = await readPushDevice.one(database, { sessionId });
  if (!found || isNight(found.timeZone, now)) return;
  // A browser subscribes with one server key. So devices stay encrypted under the secret that this key is derived from.
  const readable = readByEither(keys, ({ pushDevices, pushSender }) => {
    const secret = decryptSecret(found.deviceEncrypted, sessionId, pushDevices);
    return secret && { device: Device.parse(JSON.parse(secret.toString())), pushSender };
  });
  const isSent =
    readable !== undefined &&
    !isSessionOver({ ...found, isAdmin: false }, now) &&
    (await push.send(readable.device, message, readable.pushSender, seconds));
  if (!isSent) await removePush.run(database, { sessionId });
}
