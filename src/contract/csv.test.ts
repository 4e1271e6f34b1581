import { expect, test } from 'vitest';
import { cents } from './cents.ts';
import { csvOf } from './csv.ts';

test('rows are lines of quoted cells', () => {
  expect(csvOf([['a', 'b,c'], ['say "hi"', 'two\nlines'], ['']])).toBe(
    '"a","b,c"\r\n"say ""hi""","two\nlines"\r\n""\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('%j cannot become a formula', (text) => {
  expect(csvOf([[text]])).toMatch(/^"'/);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-15, '-0.15'],
  [123_456, '1234.56'],
])('%i cents are the number %s', (amount, text) => {
  expect(csvOf([[{ cents: cents(amount) }]])).toBe(`${text}\r\n`);
});
