import { expect, test } from 'vitest';
import { integer, optional, text } from './columns.ts';
import { filtered, fragment, insertLists, selectList } from './fragment.ts';
import { statement } from './statement.ts';

const ofGenre = fragment`and genre = ${'genre'}`;

test('a fragment adds its parameters to the statement, each numbered once', () => {
  const found = statement({ takes: { genre: text, most: integer }, gives: {} })`
    select from tracks where true ${ofGenre} limit ${'most'} offset (select count(*) from tracks where true ${ofGenre})`;
  expect(found.text.trim()).toBe(
    'select from tracks where true and genre = $1 limit $2 offset (select count(*) from tracks where true and genre = $1)',
  );
  expect(found.takes).toEqual([
    { name: 'genre', type: 'text' },
    { name: 'most', type: 'integer' },
  ]);
});

test('fragments can be nested', () => {
  const both = fragment`(${fragment`title = ${'title'}`} ${ofGenre})`;
  expect(both).toEqual({ parts: ['(title = ', ' and genre = ', ')'], holes: ['title', 'genre'] });
});

test('a statement does not compile if it lacks a parameter of its fragment', () => {
  const declare = statement({ takes: { most: integer }, gives: {} });
  // @ts-expect-error `genre` is not among the parameters
  declare`select from tracks where true ${ofGenre} limit ${'most'}`;
});

test('a select list names columns as in the database and returns rows as in the code', () => {
  expect(selectList({ id: text, reviewCount: integer }).parts).toEqual(['id, review_count as "reviewCount"']);
  expect(selectList({ id: text, reviewCount: integer }, 'track').parts).toEqual([
    'track.id, track.review_count as "reviewCount"',
  ]);
});

test('the lists of an insert have the same order', () => {
  const columns = { title: text, reviewCount: integer };
  const { names, values } = insertLists(columns);
  expect(statement({ takes: columns, gives: {} })`insert into t (${names}) values (${values})`.text).toBe(
    'insert into t (title, review_count) values ($1, $2)',
  );
});

test('a filtered read has a statement for each combination of filters, and picks the matching one', async () => {
  const seen: { text: string; values: readonly unknown[] }[] = [];
  const db = {
    query: async ({ text: sql, values }: { text: string; values: readonly unknown[] }) => {
      seen.push({ text: sql, values });
      return { rows: [], rowCount: 0 };
    },
  };
  const ofMood = fragment`and mood = ${'mood'}`;
  const read = filtered(
    { genre: ofGenre, mood: ofMood },
    (matching) =>
      statement({ takes: { genre: optional(text), mood: optional(text), most: integer }, gives: {} })`
      select from tracks where true ${matching} limit ${'most'}`,
  );
  await read.all(db, { most: 3, genre: undefined, mood: undefined });
  await read.all(db, { most: 3, genre: 'rock', mood: undefined });
  await read.all(db, { most: 3, genre: undefined, mood: 'calm' });
  await read.all(db, { most: 3, genre: 'rock', mood: 'calm' });
  expect(seen.map(({ text: sql, values }) => [sql.replace(/\s+/g, ' ').trim(), values])).toEqual([
    ['select from tracks where true limit $1', [3]],
    ['select from tracks where true and genre = $1 limit $2', ['rock', 3]],
    ['select from tracks where true and mood = $1 limit $2', ['calm', 3]],
    ['select from tracks where true and genre = $1 and mood = $2 limit $3', ['rock', 'calm', 3]],
  ]);
});
