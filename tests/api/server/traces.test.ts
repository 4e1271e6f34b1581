import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { requestIdHeader } from '#contract/request-id.ts';
import { traceTasks } from '#server/adapters/jobs/job-worker.ts';
import { smtpTransport } from '#server/adapters/mail/smtp-transport.ts';
import { s3Storage } from '#server/adapters/storage/s3-storage.ts';
import { startTracing } from '#server/adapters/telemetry/start-tracing.ts';
import { beginTrace, recorded } from '#server/adapters/telemetry/trace.ts';
import { startS3StandIn } from '#tests/support/stand-ins/s3-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '#tests/support/world/trace-receiver.ts';

let earshot: Earshot;
let receiver: TraceReceiver;
let stop: () => Promise<void>;
const report = vi.fn();
beforeAll(async () => {
  earshot = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1,::1' });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  report.mockClear();
  receiver = await startTraceReceiver();
  stop = await startTracing({ endpoint: receiver.endpoint, serviceName: 'earshot', report });
});
afterEach(async () => {
  await stop();
  await receiver.close();
});

const toldBy = (span: ReceivedSpan | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const spansNamed = (name: string | RegExp) => receiver.spans.filter((span) => span.name.match(name));

test('a request is traced by call and id, with each of its statements and no personal data', async () => {
  const person = await earshot.signIn({ userType: 'artist', displayName: 'Kim Secret' });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await person.fetch(api.accounts.readProfile.path, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  await earshot.nobody.call(api.accounts.signIn, {
    body: { email: 'kim.secret@example.org', password: 'not the velvet one' },
  });
  await earshot.nobody.fetch('/api/audio/abcdefghij.klmnopqrst?token=abcdefgh');
  await stop();

  const [request] = spansNamed('accounts.readProfile');
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(toldBy(request, 'earshot.request_id')).toBe(answer.headers.get(requestIdHeader));
  expect(toldBy(request, 'http.response.status_code')).toBe(200);
  const statements = spansNamed(/^sql$/).filter((span) => span.traceId === traceId);
  expect(statements.length).toBeGreaterThan(0);
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
  expect(toldBy(statements[0], 'db.query.text')).toMatch(/\$1/);

  const everything = receiver.bodies.join('').toLowerCase();
  const secrets = ['kim.secret', 'kim secret', 'velvet', 'klmnopqrst', 'abcdefgh', person.userId];
  for (const secret of [...secrets, person.accessToken ?? 'none']) {
    expect(everything).not.toContain(secret.toLowerCase());
  }
});

test('a made-up traceparent starts a new trace', async () => {
  const zeros = `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`;
  for (const traceparent of ['nonsense', zeros]) {
    await earshot.nobody.fetch('/health', { headers: { traceparent } });
  }
  await stop();
  const requests = spansNamed(/^GET /);
  expect(requests).toHaveLength(2);
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(2);
  expect(requests.map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '']);
});

test('a traceparent from an untrusted sender starts a new trace', async () => {
  const open = await startEarshot();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await open.nobody.fetch('/health', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
  await stop();
  await open.close();
  expect(spansNamed('GET /health').map((span) => span.traceId)).toEqual([
    expect.not.stringContaining(traceId),
  ]);
});

test('a job has its own trace, which includes its calls to S3 and mail servers', async () => {
  const s3 = await startS3StandIn(['music']);
  const storage = await s3Storage({
    ...{ endpoint: s3.endpoint, region: 'us-east-1', bucket: 'music', pathStyle: true, attempts: 1 },
    ...{ accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
  });
  const mail = smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'hello@earshot.invalid' });
  const to = { name: 'Kim', address: 'kim.secret@example.org' };
  const tasks = traceTasks({
    'send-mail': async () => {
      await storage.remove('tracks/a');
      await mail.send({ id: 'one', to, subject: 'Hello', text: 'velvet', html: '' });
    },
  });
  // The rest of the helpers is not asked for.
  const helpers = { job: { id: '7', attempts: 2 } } as Parameters<NonNullable<(typeof tasks)[string]>>[1];
  await expect(tasks['send-mail']?.({ to: 'kim.secret@example.org' }, helpers)).rejects.toThrow();
  await s3.close();
  await stop();
  const [job] = spansNamed('job send-mail');
  expect(toldBy(job, 'earshot.attempt')).toBe(2);
  expect(job?.status.code).toBe(2);
  const parts = [...spansNamed('s3 DeleteObjectCommand'), ...spansNamed('mail send')];
  expect(parts.map(({ parentSpanId }) => parentSpanId)).toEqual([job?.spanId, job?.spanId]);
  expect(receiver.bodies.join('')).not.toMatch(/kim|velvet|Hello/);
});

test('log lines contain their trace id', async () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  const loud = await startEarshot({ LOG_LEVEL: 'info' });
  try {
    await loud.nobody.fetch('/health');
    await expect.poll(() => lines.join('')).toMatch(/"trace":"[\da-f]{32}".*"answered"/);
  } finally {
    write.mockRestore();
    await loud.close();
  }
});

test.each(['failing', 'silent'] as const)(
  'a collector that is %s delays no request and no stop',
  async (behavior) => {
    receiver.behavior = behavior;
    const started = performance.now();
    for (let i = 0; i < 20; i += 1) await earshot.nobody.fetch('/health');
    const asked = performance.now();
    await stop();
    expect(receiver.spans).toEqual([]);
    expect(performance.now() - asked).toBeLessThan(4_000);
    expect(asked - started).toBeLessThan(10_000);
    if (behavior === 'failing') expect(report).toHaveBeenCalledOnce();
  },
);

test('without an address nothing is traced', async () => {
  await stop();
  const stopNothing = await startTracing({ endpoint: undefined, serviceName: 'earshot', report });
  const begun = beginTrace({ name: 'anything', kind: 'server', attributes: {} });
  expect(begun).toBeUndefined();
  await stopNothing();
});

test('a failure is traced by the name of its error only', async () => {
  const span =
    beginTrace({ name: 'failing', kind: 'server', attributes: {} }) ?? expect.fail('Nothing is recorded.');
  await expect(recorded(span, () => Promise.reject(new RangeError('kim secret')))).rejects.toThrow('kim');
  await stop();
  const [failing] = spansNamed('failing');
  expect(toldBy(failing, 'error.type')).toBe('RangeError');
  expect(receiver.bodies.join('')).not.toContain('kim secret');
});
