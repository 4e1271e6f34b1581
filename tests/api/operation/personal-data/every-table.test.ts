import { strFromU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { exportOf } from '#tests/support/people/exporting.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { columnsOf, exportedColumns, valuesToErase, wordsOf } from './columns.ts';
import { fates } from './fates.ts';
import { mark, somebodyWithEverything } from './somebody-with-everything.ts';

/** Tables with rows about a person that others' acts write. A deletion under way must not fail these. */
const writtenByOthers = [
  'digest_items',
  'notices',
  'standings',
  'version_invitations',
  'lapsed_leases',
  'met_artists',
];

let earshot: Earshot;
let person: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  person = await somebodyWithEverything(earshot);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

async function tables(): Promise<string[]> {
  const rows = await sql(
    owner(),
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'ledger')`,
  );
  return rows.map(({ name }) => String(name)).toSorted();
}

const rowsGone = () =>
  Object.entries(fates).flatMap(([table, { deleted }]) =>
    deleted.startsWith('gone by ') ? [{ table, column: deleted.slice('gone by '.length) }] : [],
  );

async function rowsOf(userId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { table, column } of rowsGone()) {
    const { rows } = await sqlRow(
      owner(),
      `select count(*)::int as rows from ${table} where ${column} = $1`,
      [userId],
    );
    found[table] = Number(rows);
  }
  return found;
}

async function tablesWithTheMark(): Promise<string[]> {
  const marked: string[] = [];
  for (const table of await tables()) {
    const { found } = await sqlRow(
      owner(),
      `select exists (select from ${table} as one where one::text ilike '%' || $1 || '%') as found`,
      [mark],
    );
    if (found) marked.push(table);
  }
  return marked;
}

test('every table declares what account export and deletion do with it', async () => {
  expect(Object.keys(fates).toSorted()).toEqual(await tables());
});

test('every column of an exported table is exported, or declares why not', async () => {
  const [read, all] = [await exportedColumns(owner()), await columnsOf(owner())];
  const left = Object.entries(fates).filter(([, { exported }]) => !exported.startsWith('left out'));
  for (const [table, { unexported = {} }] of left) {
    const unread = all.get(table)?.filter((column) => !read.has(`${table}.${column}`)) ?? [];
    expect.soft(wordsOf(Object.values(unexported)).toSorted(), table).toEqual(unread.toSorted());
  }
});

test('the database rejects rows of a deleted account in every table that deletion empties', async () => {
  const guarded = await sql(
    owner(),
    `select tgrelid::regclass::text || ' ' || encode(tgargs, 'escape') as guard from pg_trigger
      where tgfoid = 'refuse_deleted_account'::regproc`,
  );
  const guards = new Set(guarded.map(({ guard }) => String(guard).replace('\\000', '')));
  const open = rowsGone()
    .map(({ table, column }) => ({ name: table.replace('public.', ''), column }))
    .filter(({ name, column }) => !writtenByOthers.includes(name) && !guards.has(`${name} ${column}`));
  expect(open).toEqual([]);
});

test('the export contains data from every table that declares it', async () => {
  const zip = await exportOf(earshot, person);
  const files = new Set(
    Object.values(fates)
      .map(({ exported }) => exported)
      .filter((file) => !file.startsWith('left out')),
  );
  const empty = [...files].filter((file) => {
    const content = strFromU8(zip[file] ?? expect.fail(`There is no ${file}.`));
    return file.endsWith('.csv') ? content.trim().split('\r\n').length < 2 : /^(null|\[\]\s*)$/.test(content);
  });
  expect(empty).toEqual([]);
  const json = (file: string) => JSON.parse(strFromU8(zip[file] ?? new Uint8Array()));
  expect(json('account.json')).toMatchObject({
    uploadCredits: { remaining: 1 },
    noticesSwitchedOff: ['new_track'],
  });
  expect(json('heard.json')).toMatchObject([{ heard: [{ fromSecond: 0, toSecond: 60 }] }]);
  expect(json('drafts.json')).toMatchObject([{ draft: { comment: mark } }]);
  expect(json('reviews-written.json')).toContainEqual(
    expect.objectContaining({ worked: null, notes: [{ atSecond: 3, note: 'x' }] }),
  );
  expect(json('reviews-received.json')).toMatchObject([{ ownMark: 'useful', ownMarkReason: null }]);
  expect(json('tracks.json')).toMatchObject([{ months: [{ reviewsByStars: [0, 0, 0, 1, 0] }] }]);
});

test('after deletion nothing in the database names the person', async () => {
  const { userId } = person;
  const before = await rowsOf(userId);
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(await tablesWithTheMark()).toContain('public.review_drafts');
  const filled = await valuesToErase(owner(), userId);
  // What is declared as emptied must have been there, or is listed as kept.
  expect([...filled].filter(([, values]) => values.length === 0)).toEqual([]);
  const wish = { password, confirmation: 'DELETE' as const, forfeitCents: cents(510) };
  expect((await person.call(api.personalData.deleteAccount, { body: wish })).status).toBe(200);

  // What is left of the person's reviews is closed.
  const open = `(select count(*)::int from review_lots where artist_id = $1 and closed_at is null) as lots,
    (select count(*)::int from assignments join artist_tracks track on track.id = track_id
      where artist_id = $1 and assignments.closed_at is null) as assignments`;
  expect(await sqlRow(owner(), `select ${open}`, [userId])).toEqual({ lots: 0, assignments: 0 });
  expect(await rowsOf(userId)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])));
  const left = await valuesToErase(owner(), userId);
  const remaining = [...filled].filter(([name, values]) =>
    values.some((value) => left.get(name)?.includes(value)),
  );
  expect(remaining).toEqual([]);
  // One mail is still on its way: it tells the address that its account was deleted.
  expect(await tablesWithTheMark()).toEqual(['public.outbox']);
  await earshot.runJobs();
  await sql(owner(), 'delete from outbox where sent_at is not null');
  expect(await tablesWithTheMark()).toEqual([]);
});
