import { afterEach, expect, test, vi } from 'vitest';
import { carryToast, takeCarriedToast } from './carried-toast.ts';

function keep(text: string | null) {
  let kept = text;
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
    removeItem: () => {
      kept = null;
    },
  });
}
afterEach(() => vi.unstubAllGlobals());

test.each(['{', '7', 'null', '{"title":"Signed out"}', '{"title":"a","body":3}'])(
  'an invalid stored message shows nothing: %s',
  (text) => {
    keep(text);
    expect(takeCarriedToast()).toBeNull();
  },
);

test('a message shows once on the page opened by a navigation', () => {
  keep(null);
  carryToast({ title: 'Signed out', body: 'See you soon.' });
  expect(takeCarriedToast()).toEqual({ title: 'Signed out', body: 'See you soon.' });
  expect(takeCarriedToast()).toBeNull();
});
