import { expect, test, vi } from 'vitest';
import { runAsWork } from '../current-work.ts';
import { connectionPlaces } from './connection-lease.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

let calls = 0;

/** Each enters for a call of its own unless one is given. */
const enterAs = (isMoney: boolean, places: ReturnType<typeof connectionPlaces>, call = `call ${calls++}`) =>
  new Promise<() => void>((resolve, reject) => {
    runAsWork({ id: 'test', call, isMoney }, () => void places.enter().then(resolve, reject));
  });

test('a quarter of the connections is reserved for money calls', async () => {
  const places = connectionPlaces(4);
  for (let i = 0; i < 3; i += 1) await enterAs(false, places);
  const fourth = enterAs(false, places);
  await enterAs(true, places);
  expect(places.figures()).toEqual({ total: 4, used: 4, waiting: 1 });
  await expect(fourth).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('waiting calls get the next free place, money calls first', async () => {
  const places = connectionPlaces(4);
  const leave = await enterAs(true, places);
  for (let i = 0; i < 3; i += 1) await enterAs(i === 0, places);
  const order: string[] = [];
  const ordinary = enterAs(false, places).then(() => order.push('ordinary'));
  const money = enterAs(true, places).then((leaveAgain) => {
    order.push('money');
    leaveAgain();
  });
  leave();
  await Promise.all([ordinary, money]);
  expect(order).toEqual(['money', 'ordinary']);
});

test.each([
  ['an ordinary call', false],
  ['a money call', true],
])('%s leaves half of the connections to the others, and goes on with its own', async (_, isMoney) => {
  const places = connectionPlaces(8);
  const leave = await enterAs(isMoney, places, 'crowded');
  for (let i = 0; i < 3; i += 1) await enterAs(isMoney, places, 'crowded');
  const order: string[] = [];
  const fifth = enterAs(isMoney, places, 'crowded').then(() => order.push('crowded'));
  await enterAs(false, places);
  order.push('another');
  leave();
  await fifth;
  expect(order).toEqual(['another', 'crowded']);
});

test('if far too many are waiting, the next one is rejected at once', async () => {
  vi.useFakeTimers();
  try {
    const places = connectionPlaces(1);
    await enterAs(false, places);
    for (let i = 0; i < 10; i += 1) enterAs(false, places).catch(() => undefined);
    await expect(enterAs(false, places)).rejects.toThrow('too many wait');
  } finally {
    vi.useRealTimers();
  }
});
