import { expect, test } from 'vitest';
import { eachCatching } from './for-each.ts';

const seen: number[] = [];
const failing = (item: number) => {
  seen.push(item);
  return item % 2 === 0 ? Promise.resolve() : Promise.reject(new Error(`no ${item}`));
};

test('an item that fails does not block those behind it, and all failures are thrown at the end', async () => {
  seen.length = 0;
  const run = eachCatching([1, 2, 3, 4], failing, 'Some failed.');
  await expect(run).rejects.toMatchObject({
    message: 'Some failed.',
    errors: [new Error('no 1'), new Error('no 3')],
  });
  expect(seen).toEqual([1, 2, 3, 4]);
});

test('items may be read while they are processed, and nothing is thrown without a failure', async () => {
  seen.length = 0;
  async function* read() {
    yield 2;
    yield 4;
  }
  await eachCatching(read(), failing, 'Some failed.');
  expect(seen).toEqual([2, 4]);
});

test('an act that throws before its promise counts as a failure of its item', async () => {
  const thrown = eachCatching([1], () => expect.fail('at once'), 'Some failed.');
  await expect(thrown).rejects.toBeInstanceOf(AggregateError);
});
