import { expect, test } from 'vitest';
import { sharedAnswers } from './shared-answers.ts';

/** Counts how often an answer was made, on a clock of its own. */
function counted(most?: number) {
  let time = 0;
  let made = 0;
  const answers = sharedAnswers({
    milliseconds: 1000,
    now: () => time,
    ...(most === undefined ? {} : { most }),
  });
  const read = answers.of<number>();
  return {
    answers,
    ask: (key = 'list') =>
      read(key, async () => {
        made += 1;
        return made;
      }),
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    fail: () => read('list', () => Promise.reject(new Error('away'))),
  };
}

test('a failure is shared with simultaneous requests, and not cached', async () => {
  const { ask, fail } = counted();
  const failures = await Promise.allSettled([fail(), ask()]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask()).toBe(1);
});

test('requests within a second get the same response, later ones a new one', async () => {
  const { ask, wait } = counted();
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  wait(999);
  expect(await ask()).toBe(1);
  wait(1);
  expect(await ask()).toBe(2);
});

test('another key has another response', async () => {
  const { ask } = counted();
  expect(await Promise.all([ask('pop'), ask('rock')])).toEqual([1, 2]);
});

test('a request after a change never gets a response read before it', async () => {
  const { ask, answers } = counted();
  const before = ask();
  answers.forget();
  const after = ask();
  expect([await before, await after, await ask()]).toEqual([1, 2, 2]);
});

test('beyond the cache limit the oldest response is evicted', async () => {
  const { ask } = counted(2);
  for (const key of ['pop', 'rock', 'folk']) await ask(key);
  expect(await ask('rock')).toBe(2);
  expect(await ask('pop')).toBe(4);
});

test('with a duration of zero nothing is shared', async () => {
  const read = sharedAnswers({ milliseconds: 0 }).of<number>();
  expect(await Promise.all([read('list', async () => 1), read('list', async () => 2)])).toEqual([1, 2]);
});
