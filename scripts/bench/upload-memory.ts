import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Session, signIn } from '#contract/accounts.ts';
import { readUpload, uploadContentPath } from '#contract/tracks.ts';
import { localBilling } from '#server/adapters/billing/local-billing.ts';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { diskStorage } from '#server/adapters/object-storage/disk-storage.ts';
import { manualPayouts } from '#server/adapters/payout-service/manual-payouts.ts';
import { diskSeals } from '#server/adapters/seals/disk-seals.ts';
import { deriveServerKeys } from '#server/server-keys.ts';
import { readServerSecret } from '#server/server-secret.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { withOwnerDatabase } from '../owner-database.ts';
import { makePerson } from '../seed/make-person.ts';
import { giveUnlimitedPlan } from '../seed/make-track.ts';
import { sampleArtists, samplePassword } from '../seed/sample-people.ts';

const mebibyte = 1024 * 1024;
/** What six uploads at once may cost in resident memory, unless --most says otherwise. Linux only: it reads /proc. */
const mostMegabytes = 100;
const uploadsForEachToken = 3;

/** Silent frames at 128 kbit/s up to 50 MiB; the mark makes each file another recording. */
function aBigMp3(mark: string): Buffer {
  const frameBytes = 417;
  const frame = Buffer.alloc(frameBytes);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const file = Buffer.alloc(Math.floor((50 * mebibyte) / frameBytes) * frameBytes, frame);
  file.write(mark, 36);
  return file;
}

async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

interface Sending {
  readonly url: string;
  readonly token: string;
  readonly uploadId: string;
  readonly file: Buffer;
}

/** Opens a PUT of the file from this byte on. Resolves with the answer's status, or with 0 when it was cut off. */
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

/** Sends half of a file and breaks the connection. */
async function sendHalf(upload: Sending): Promise<void> {
  const { sending, status } = open(upload, 0);
  await new Promise<void>((resolve) =>
    sending.write(upload.file.subarray(0, upload.file.length / 2), () => resolve()),
  );
  sending.destroy();
  await status;
}

/** How much of a file the server has kept. */
async function keptOf({ url, token, uploadId }: Sending): Promise<number> {
  const asked = new URL(readUpload.path.replace('{uploadId}', uploadId), url);
  const answer = await fetch(asked, { headers: { authorization: `Bearer ${token}` } });
  return readUpload.answer.parse(await answer.json()).receivedBytes;
}

/** Sends a file, at once or in two goes. While the server still works on the first go, it refuses the second one. */
async function send(upload: Sending, isCut: boolean): Promise<number> {
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

/** Two artists, since one may upload three files at a time. Answers their access tokens. */
async function artistsAt(url: string): Promise<string[]> {
  const tokens: string[] = [];
  await withOwnerDatabase(async ({ config, database, owner, clock }) => {
    const keys = deriveServerKeys(await readServerSecret(config.serverSecret, config.dataDirectory));
    const folder = join(config.dataDirectory, 'audio');
    const mail = fileTransport({ folder: join(config.dataDirectory, 'mail'), from: config.mailFrom });
    const { publicUrl } = config;
    const billing = localBilling({ database, clock, publicUrl, signingKey: keys.billingNotices });
    const deps = {
      ...{
        config,
        database,
        publicReads: database,
        clock,
        keys,
        mail,
        billing,
        storage: diskStorage({ folder }),
      },
      payoutService: manualPayouts,
      seals: diskSeals(join(config.dataDirectory, 'seals')),
    };
    for (const artist of sampleArtists) {
      const { userId } = await makePerson(deps, owner, artist);
      await giveUnlimitedPlan(owner, userId, clock.now(), new Date(clock.now().getTime() + 86_400_000));
      const response = await fetch(new URL(signIn.path, url), {
        method: signIn.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: artist.email, password: samplePassword }),
      });
      tokens.push(Session.parse(await response.json()).accessToken);
    }
  });
  return tokens;
}

/** Grows by how many MB while the files arrive; asks for the memory every 50 ms. */
async function growthWhile(pid: number, work: Promise<unknown>): Promise<number> {
  const before = await residentMegabytes(pid);
  let most = before;
  let running = true;
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await residentMegabytes(pid));
      await sleep(50);
    }
  })();
  await work;
  running = false;
  await watching;
  return most - before;
}

/**
 * Starts a server of its own on an empty data folder, uploads six files of 50 MiB at once, every other one cut off in its
 * middle and gone on with, and says what that cost.
 */
async function main(most: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-'));
  process.env.DATA_DIR = folder;
  const server = await startServerProcess({ DATA_DIR: folder, PORT: '0' });
  try {
    const tokens = await artistsAt(server.url);
    const files = tokens.flatMap((token) =>
      Array.from({ length: uploadsForEachToken }, () => ({ token, file: aBigMp3(randomUUID()) })),
    );
    const uploads = Promise.all(
      files.map(({ token, file }, place) =>
        send({ url: server.url, token, uploadId: randomUUID(), file }, place % 2 === 1),
      ),
    );
    const growth = await growthWhile(server.pid, uploads);
    const statuses = await uploads;
    console.log(
      `${files.length} uploads of 50 MiB at once, every other one in two goes: answered ${statuses.join(', ')}; memory grew by ${growth.toFixed(0)} MB (at most ${most})`,
    );
    return growth <= most && statuses.every((status) => status === 200) ? 0 : 1;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const { most } = parseArgs({ options: { most: { type: 'string' } } }).values;
process.exitCode = await main(most === undefined ? mostMegabytes : Number(most));
