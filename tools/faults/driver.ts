import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requestPayout } from '#contract/money/wallet/wallet.ts';
import { decidePayout } from '#contract/operation/admin/admin.ts';
import { decideReview } from '#contract/operation/admin/admin-reviews.ts';
import { type Act, openJournal } from './journal.ts';

const Client = z.object({
  listener: z.string(),
  admin: z.string(),
  /** Pending reviews for the admin to approve, one in each turn. */
  reviews: z.array(z.string()),
});

/** The process's input, a JSON file: one listener and one admin per client. */
export const DriverSetting = z.object({
  url: z.string(),
  journal: z.string(),
  clients: z.array(Client),
  /** The pause between two acts of a client. */
  paceMilliseconds: z.number(),
  /** Whether a refused client goes on with its next turn, because the database may have lost acknowledged acts. */
  mayForget: z.boolean(),
});

const settingPath = process.argv[2];
if (settingPath === undefined) throw new Error('Which setting?');
const setting = DriverSetting.parse(JSON.parse(readFileSync(settingPath, 'utf8')));
const journal = openJournal(setting.journal);
const patience = 30_000;
const pauseMilliseconds = 50;
const agent = new Agent({ keepAlive: true, maxSockets: setting.clients.length });
let stopping = false;
process.on('message', () => {
  stopping = true;
});
// The parent process is gone.
process.on('disconnect', () => process.exit(stopping ? 0 : 1));

interface Sent {
  readonly client: number;
  readonly act: Act;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

function ask(sent: Sent, key: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request(new URL(sent.path, setting.url), {
      agent,
      method: sent.method,
      timeout: patience,
      headers: {
        authorization: `Bearer ${sent.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent.body),
        'idempotency-key': key,
      },
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer')));
    asking.on('error', reject);
    asking.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asking.end(sent.body);
  });
}

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * Repeats a request under one key until it is answered, as a careful client does. Returns the id, or undefined if it
 * was refused and `mayForget` is set.
 */
async function untilAnswered(sent: Sent): Promise<string | undefined> {
  await sleep(setting.paceMilliseconds);
  const { client, act } = sent;
  const key = randomUUID();
  journal.write({ kind: 'intent', at: Date.now(), client, act, key });
  for (;;) {
    const started = performance.now();
    const outcome = await ask(sent, key).catch((error: unknown) => ({ status: 0, text: codeOf(error) }));
    const ms = performance.now() - started;
    const at = Date.now();
    if (outcome.status === 200 || outcome.status === 201) {
      const { id } = z.object({ id: z.string() }).parse(JSON.parse(outcome.text));
      journal.write({ kind: 'answer', at, client, act, key, status: outcome.status, id, ms });
      return id;
    }
    journal.write({
      kind: 'failure',
      at,
      client,
      status: outcome.status,
      code: outcome.text.slice(0, 300),
      ms,
    });
    if (setting.mayForget && isRefusal(outcome.status)) return undefined;
    await sleep(pauseMilliseconds + Math.random() * pauseMilliseconds);
  }
}

/**
 * In a loop, the listener requests a payout of the whole balance, and the admin rejects it and approves a review. Each
 * acknowledged act is one ledger entry.
 */
async function runClient(client: number, tokens: z.output<typeof Client>): Promise<void> {
  const reviews = [...tokens.reviews];
  while (!stopping) {
    const payoutId = await untilAnswered({
      client,
      act: 'request',
      method: requestPayout.method,
      path: requestPayout.path,
      token: tokens.listener,
      body: '{}',
    });
    if (payoutId === undefined) continue;
    await untilAnswered({
      client,
      act: 'reject',
      method: decidePayout.method,
      path: decidePayout.path.replace('{payoutId}', payoutId),
      token: tokens.admin,
      body: JSON.stringify({ status: 'rejected', reason: 'Once more.' }),
    });
    const reviewId = reviews.shift();
    if (reviewId === undefined) continue;
    await untilAnswered({
      client,
      act: 'approve',
      method: decideReview.method,
      path: decideReview.path.replace('{reviewId}', reviewId),
      token: tokens.admin,
      body: JSON.stringify({ status: 'approved' }),
    });
  }
}

await Promise.all(setting.clients.map((tokens, client) => runClient(client, tokens)));
journal.close();
process.disconnect?.();
