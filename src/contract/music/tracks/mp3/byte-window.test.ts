import { expect, it } from 'vitest';
import { ByteWindow } from './byte-window.ts';

it('a window accepts what fits, and makes room as it is read', () => {
  const window = new ByteWindow(4);
  const chunk = Uint8Array.of(1, 2, 3, 4, 5, 6);
  expect(window.fill(chunk, 0)).toBe(4);
  expect(window.fill(chunk, 4)).toBe(0);
  window.start += 3;
  expect(window.fill(chunk, 4)).toBe(2);
  expect([...window.bytes.subarray(window.start, window.end)]).toEqual([4, 5, 6]);
});

it('a sealed window shows no older bytes behind its end', () => {
  const window = new ByteWindow(4);
  window.fill(Uint8Array.of(1, 2, 3, 4), 0);
  window.start = 4;
  window.fill(Uint8Array.of(9), 0);
  window.seal();
  expect([...window.bytes]).toEqual([9, 0, 0, 0]);
});
