import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { SystemProblem } from '#contract/operation/admin/admin-system.ts';
import { MailRefused } from '#server/adapters/mail/mail-transport.ts';
import { recordBackup } from '#server/adapters/storage/backups.ts';
import { composeMail } from '#server/identity/emails/compose-mail.ts';
import { sendQueuedMail } from '#server/identity/emails/mail-delivery.ts';
import { queueMail, queueNotice } from '#server/identity/emails/queue-mail.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
const owner = () => earshot.testDatabase.ownerDatabase;
beforeAll(async () => {
  earshot = await startEarshot();
  admin = await earshot.signIn({ admin: true });
});
afterAll(() => earshot.close());

const read = () => admin.get(api.admin.readSystem, {});
/** Without what the machine of the test may lack. */
const ofEarshot = (problems: readonly SystemProblem[]) => problems.filter(({ part }) => part !== 'disk');
const addressOf = ({ userId }: ApiUser) => `${userId}@example.org`;
const recorded = async (event: 'emails_allowed' | 'job_run_again') =>
  (await admin.get(api.admin.listActivity, { query: { event } })).items;
const allow = (user: ApiUser) => admin.call(api.admin.allowEmails, { params: { userId: user.userId } });
const runAgain = (jobId: string) => admin.call(api.admin.runJobAgain, { params: { jobId } });

/** An email to this address that the mail server refuses for good. */
async function refuse(address: string, subject = 'Confirm your email'): Promise<void> {
  const text = composeMail({ subject, paragraphs: ['Secret link'], closing: [], isByMailOnly: true });
  const to = { name: 'Kim', address };
  await earshot.deps.database.transaction((tx) => queueMail(tx, to, text, earshot.clock.now()));
  const { id } = await sqlRow(
    owner(),
    'select id from outbox where recipient_address = $1 and refused_at is null and sent_at is null',
    [address],
  );
  const send = () => Promise.reject(new MailRefused('550 5.1.1 User unknown'));
  await sendQueuedMail({ ...earshot.deps, mail: { send } }, String(id), { warn: () => undefined });
}

/** Whether a notice is emailed to this user. */
async function isEmailed(user: ApiUser): Promise<boolean> {
  const mail = composeMail({ subject: `Notice ${randomUUID()}`, paragraphs: ['News'], closing: [] });
  await earshot.deps.database.transaction((tx) =>
    queueNotice(tx, earshot.deps, {
      userId: user.userId,
      kind: 'review_received',
      event: randomUUID(),
      mail,
    }),
  );
  return (await sql(owner(), 'select from outbox where subject = $1', [mail.subject])).length > 0;
}

test('listeners and artists can neither read the system figures nor act on them', async () => {
  for (const userType of ['listener', 'artist'] as const) {
    const user = await earshot.signIn({ userType });
    const answers = await Promise.all([
      user.call(api.admin.readSystem, {}),
      user.call(api.admin.allowEmails, { params: { userId: user.userId } }),
      user.call(api.admin.runJobAgain, { params: { jobId: '1' } }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(['access_denied', 'access_denied', 'access_denied']);
  }
});

test('running an unknown job or resuming emails to an unknown user is not found', async () => {
  expect((await runAgain('999999999')).code).toBe('not_found');
  expect((await runAgain('0')).code).toBe('malformed');
  const nobody = { params: { userId: randomUUID() } };
  expect((await admin.call(api.admin.allowEmails, nobody)).code).toBe('not_found');
  expect([await recorded('job_run_again'), await recorded('emails_allowed')]).toEqual([[], []]);
});

test('a new server shows zeros, its versions and no problem', async () => {
  const { problems, emails, jobs, storage, backups, server } = await read();
  expect(ofEarshot(problems)).toEqual([]);
  expect(emails).toEqual({
    hasMailServer: false,
    waiting: 0,
    oldestWaitingSeconds: 0,
    sentLastDay: 0,
    refusedLastWeek: 0,
    refused: [],
  });
  expect(jobs).toEqual({ tasks: [], failed: [] });
  expect(storage).toMatchObject({
    audio: { files: 0, bytes: 0 },
    covers: 0,
    avatars: 0,
    partialUploads: { uploads: 0, bytes: 0 },
    lastSeal: null,
    bucket: null,
  });
  expect(storage.disk.totalBytes).toBeGreaterThan(storage.disk.freeBytes);
  expect(backups).toEqual({
    schedule: null,
    text: 'There has never been a backup.',
    cure: expect.stringContaining('Set BACKUP_DIR'),
    newest: [],
  });
  expect(server.postgresVersion).toMatch(/^\d+/);
  expect(server.databaseBytes).toBeGreaterThan(1_000_000);
  expect(new Date(server.startedAt).getTime()).toBeLessThan(earshot.clock.now().getTime());
});

test('a refused email is listed with its account, and two presses clear the block once', async () => {
  const [artist, stranger] = [
    await earshot.signIn({ userType: 'artist', displayName: 'Ada' }),
    'nobody@example.org',
  ];
  await refuse(stranger);
  earshot.clock.advance(1);
  await refuse(addressOf(artist));
  const { emails } = await read();
  expect(emails).toMatchObject({ waiting: 0, refusedLastWeek: 2 });
  expect(emails.refused).toMatchObject([
    {
      recipient: addressOf(artist),
      subject: 'Confirm your email',
      user: { id: artist.userId, displayName: 'Ada' },
      isStopped: true,
    },
    { recipient: stranger, user: null, isStopped: false },
  ]);
  expect(JSON.stringify(emails)).not.toContain('Secret');
  expect(await isEmailed(artist)).toBe(false);

  const both = await Promise.all([allow(artist), allow(artist)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await recorded('emails_allowed')).toMatchObject([
    { user: { id: artist.userId }, actor: { id: admin.userId } },
  ]);
  expect((await read()).emails.refused[0]).toMatchObject({ isStopped: false });
  expect(await isEmailed(artist)).toBe(true);
});

test('an address that bounces again after an admin cleared it is blocked again', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await refuse(addressOf(listener));
  await allow(listener);
  earshot.clock.advance(1);
  await refuse(addressOf(listener));
  expect(await isEmailed(listener)).toBe(false);
});

test('a failed job is shown with its error masked, and runs once more after two presses', async () => {
  await sql(
    owner(),
    `select graphile_worker.add_job('send-mail', '{"mailId": "of kim@example.org"}', max_attempts := 1)`,
  );
  await earshot.runJobs();
  await sql(
    owner(),
    `update graphile_worker._private_jobs set last_error = E'550 <kim@example.org>: not now\\nat line 2'
      where last_error is not null`,
  );
  const { jobs, problems } = await read();
  expect(ofEarshot(problems)).toMatchObject([
    { part: 'jobs', text: '1 job failed too many times and will not be retried.' },
  ]);
  const [failed] = jobs.failed;
  expect(jobs.failed).toMatchObject([
    {
      task: 'send-mail',
      error: '550 <(email)>: not now at line 2',
      attempts: 1,
      isRunning: false,
      runsAt: null,
    },
  ]);
  const sends = jobs.tasks.find(({ task }) => task === 'send-mail');
  expect(sends).toMatchObject({ givenUp: 1, running: 0 });

  const both = await Promise.all([runAgain(failed?.id ?? ''), runAgain(failed?.id ?? '')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await recorded('job_run_again')).toMatchObject([
    { actor: { id: admin.userId }, details: { task: 'send-mail', job: Number(failed?.id) } },
  ]);
  expect((await read()).jobs.failed).toEqual([]);
  await earshot.runJobs();
  expect((await read()).jobs.failed).toMatchObject([{ id: failed?.id, attempts: 1, runsAt: null }]);
  await sql(owner(), 'select graphile_worker.complete_jobs(array[$1::bigint])', [Number(failed?.id)]);
});

test('a running job cannot be run again', async () => {
  const { id } = await sqlRow(
    owner(),
    "select id from graphile_worker.add_job('judge-review', run_at := now() + interval '1 day')",
  );
  await sql(
    owner(),
    `update graphile_worker._private_jobs
        set attempts = 2, last_error = 'away', locked_at = now(), locked_by = 'another server' where id = $1`,
    [id],
  );
  const before = (await recorded('job_run_again')).length;
  expect((await runAgain(String(id))).status).toBe(200);
  expect((await read()).jobs.failed).toMatchObject([{ id: String(id), attempts: 2, isRunning: true }]);
  expect(await recorded('job_run_again')).toHaveLength(before);
  await sql(owner(), 'update graphile_worker._private_jobs set locked_at = null where id = $1', [id]);
  await sql(owner(), 'select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
});

test('all refused emails, failed jobs and backups are counted, and the newest are listed', async () => {
  const db = owner();
  const tracks = [await aTrack(db), await aTrack(db)];
  await sql(db, 'update artist_tracks set cover_key = gen_random_uuid() where id = $1', [tracks[0]?.id]);
  await sql(
    db,
    `insert into outbox (recipient_address, recipient_name, subject, body_text, body_html, created_at, sent_at, refused_at)
     select n || '@many.example', '', 'Many', '', '', now() - interval '3 hours',
       case when n > 30 then $1::timestamptz - interval '25 hours' + n * interval '10 minutes' end,
       case when n <= 30 then $1::timestamptz - interval '1 hour' - n * interval '6 hours' end from generate_series(1, 40) n`,
    [earshot.clock.now()],
  );
  await sql(
    db,
    `select graphile_worker.add_job('judge-review', run_at := now() + interval '1 hour') from generate_series(1, 25)`,
  );
  await sql(db, "update graphile_worker._private_jobs set attempts = 3, last_error = 'away'");
  for (let hour = 0; hour < 12; hour += 1) {
    const madeAt = new Date(Date.now() - hour * 3_600_000);
    const finishedAt = new Date(madeAt.getTime() + 90_000);
    const place = `/backups/${hour}`;
    await recordBackup(db, { madeAt, finishedAt, place, bytes: 900, copiedBytes: 100 });
  }
  const { emails, jobs, storage, backups } = await read();
  expect(emails.refused).toHaveLength(20);
  expect(emails.refused.map(({ recipient }) => recipient)).toContain('1@many.example');
  // 27 of these are younger than a week, and the tests before have had four refused.
  expect(emails.refusedLastWeek).toBe(27 + 4);
  expect(emails.sentLastDay).toBeGreaterThanOrEqual(10);
  expect(jobs.failed).toHaveLength(20);
  expect(jobs.failed[0]).toMatchObject({ task: 'judge-review', error: 'away', attempts: 3 });
  expect(jobs.tasks).toContainEqual({
    task: 'judge-review',
    due: 0,
    running: 0,
    later: 25,
    givenUp: 0,
    overdueSeconds: null,
  });
  expect(storage).toMatchObject({ audio: { files: 2, bytes: 2_000_000 }, covers: 1 });
  expect(backups).toMatchObject({ text: 'The newest backup is 0 hours old.', cure: null });
  expect(backups.newest.map(({ place }) => place)).toEqual(
    Array.from({ length: 10 }, (_, hour) => `/backups/${hour}`),
  );
  expect(backups.newest[0]).toMatchObject({ tookSeconds: 90, bytes: 900, copiedBytes: 100 });
});
