import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readUpload } from '#contract/music/tracks/tracks.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { giveUnlimitedPlan } from '../../scripts/seed/give-unlimited-plan.ts';
import type { LoadWorld } from '../load/load-world.ts';

export const mebibyte = 1024 * 1024;

export interface Sending {
  readonly url: string;
  readonly token: string;
  readonly uploadId: string;
  readonly file: Buffer;
}

/** 50 MiB of silent frames at 128 kbit/s. Each file counts as a different recording. */
export function aBigMp3(): Buffer {
  const frameBytes = 417;
  const frame = Buffer.alloc(frameBytes);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const file = Buffer.alloc(Math.floor((50 * mebibyte) / frameBytes) * frameBytes, frame);
  file.write(randomUUID(), 36);
  return file;
}

/** Makes an artist without an upload limit. Returns the access token. */
export async function uploadingArtist(world: LoadWorld): Promise<string> {
  const userId = await world.person({ userType: 'artist' });
  const now = Date.now();
  await giveUnlimitedPlan(world.owner.database, userId, new Date(now), new Date(now + 86_400_000));
  return (await world.signIn(userId)).accessToken;
}

/**
 * Sends a file, in one request or two, and returns the status. Retries while the server is still busy with the first.
 */
export async function send(upload: Sending, isCut = false): Promise<number> {
  if (isCut) await sendHalf(upload);
  for (;;) {
    const firstByte = isCut ? await keptOf(upload) : 0;
    const { sending, status } = open(upload, firstByte);
    sending.end(upload.file.subarray(firstByte));
    const answered = await status;
    if (answered !== 409 && answered !== 429) return answered;
    await sleep(50);
  }
}

/**
 * Starts a PUT of the file from a byte on. `status` resolves to the answer's status, or to 0 if the connection was cut.
 */
function open({ url, token, uploadId, file }: Sending, firstByte: number) {
  const sending = request(new URL(uploadContentPath(uploadId), url), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-length': file.length - firstByte,
      ...(firstByte > 0 && { 'content-range': `bytes ${firstByte}-${file.length - 1}/${file.length}` }),
    },
  });
  const status = new Promise<number>((resolve) => {
    sending.on('error', () => resolve(0));
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  return { sending, status };
}

/** Sends half of a file, then breaks the connection. */
async function sendHalf(upload: Sending): Promise<void> {
  const { sending, status } = open(upload, 0);
  await new Promise<void>((resolve) =>
    sending.write(upload.file.subarray(0, upload.file.length / 2), () => resolve()),
  );
  sending.destroy();
  await status;
}

/** How many bytes of a file the server has kept. */
async function keptOf({ url, token, uploadId }: Sending): Promise<number> {
  const asked = new URL(readUpload.path.replace('{uploadId}', uploadId), url);
  const answer = await fetch(asked, { headers: { authorization: `Bearer ${token}` } });
  return readUpload.answer.parse(await answer.json()).receivedBytes;
}
