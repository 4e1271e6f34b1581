import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sideBySide } from '../scripts/backup/side-by-side.ts';

async function* numbers(count: number, read: number[] = []): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) {
    read.push(number);
    yield number;
  }
}

test('objects of a backup are copied up to the limit at once, and listed in order', async () => {
  let running = 0;
  let most = 0;
  const copied = await Array.fromAsync(
    sideBySide(numbers(20), 4, async (number) => {
      running += 1;
      most = Math.max(most, running);
      await sleep((number * 7) % 5);
      running -= 1;
      return number;
    }),
  );
  expect(copied).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(most).toBe(4);
});

test('after an object fails no other is started, and the started ones are awaited', async () => {
  const read: number[] = [];
  let running = 0;
  const copied = Array.fromAsync(
    sideBySide(numbers(20, read), 4, async (number) => {
      running += 1;
      await sleep(number === 3 ? 1 : 20);
      running -= 1;
      if (number === 3) throw new Error('The object is damaged.');
      return number;
    }),
  );
  await expect(copied).rejects.toThrow('The object is damaged.');
  expect(running).toBe(0);
  expect(read.length).toBeLessThan(10);
});

test('started objects are awaited if the caller stops reading', async () => {
  let running = 0;
  for await (const number of sideBySide(numbers(20), 4, async (copied) => {
    running += 1;
    await sleep(5);
    running -= 1;
    return copied;
  })) {
    if (number === 1) break;
  }
  expect(running).toBe(0);
});
