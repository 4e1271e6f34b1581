import { expect, test } from 'vitest';
import { idleTurn } from './drain.ts';

/** Keeps every turn of the event loop busy until it is told to stop. */
function keepBusy(): { readonly turns: () => number; readonly stop: () => void } {
  let turns = 0;
  let next: NodeJS.Immediate;
  const work = () => {
    turns += 1;
    const end = performance.now() + 1;
    while (performance.now() < end);
    next = setImmediate(work);
  };
  next = setImmediate(work);
  return { turns: () => turns, stop: () => clearImmediate(next) };
}

test('a stopping server waits as long as every turn has work', async () => {
  const busy = keepBusy();
  let isOver = false;
  const waited = idleTurn(60_000).then(() => {
    isOver = true;
  });
  await expect.poll(busy.turns).toBeGreaterThan(20);
  expect(isOver).toBe(false);
  busy.stop();
  await waited;
});

test('a server that is never idle stops in the end', async () => {
  const busy = keepBusy();
  await idleTurn(20);
  expect(busy.turns()).toBeGreaterThan(1);
  busy.stop();
});
