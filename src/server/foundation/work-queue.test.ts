import { expect, test } from 'vitest';
import { workQueue } from './work-queue.ts';

const full = (): never => {
  throw new Error('full');
};

test('work is rejected if the queue is full, and queued work runs in order', async () => {
  const queue = workQueue({ atOnce: 2, waiting: 3 });
  const order: number[] = [];
  const finish: (() => void)[] = [];
  let running = 0;
  let mostRunning = 0;
  const start = (number: number) =>
    queue.run(async () => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      order.push(number);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
    }, full);
  const started = [1, 2, 3, 4, 5].map(start);
  await expect(start(6)).rejects.toThrow('full');
  for (let done = 0; done < 5; done += 1) {
    while (!finish[done]) await Promise.resolve();
    finish[done]?.();
  }
  await Promise.all(started);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(mostRunning).toBe(2);
});

test('failed work frees its place', async () => {
  const queue = workQueue({ atOnce: 1, waiting: 0 });
  await expect(queue.run(() => Promise.reject(new Error('broken')), full)).rejects.toThrow('broken');
  await expect(queue.run(() => Promise.resolve('done'), full)).resolves.toBe('done');
});
