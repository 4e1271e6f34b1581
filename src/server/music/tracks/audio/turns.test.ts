import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('tasks run one at a time in order, even after a failed one', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const task = (name: string, fails = false) =>
    turns.take(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([task('a'), task('b', true), task('c')]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
