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
  ['x;=HYPERLINK("http://evil")', `"x;'=HYPERLINK(""http://evil"")"`],
  ['a;"=1+1', `"a;""'=1+1"`],
  ['a; +1;\t@x', `"a; '+1;\t'@x"`],
  ['a\n-1', `"a\n'-1"`],
  ['a\t=1', `"a\t'=1"`],
])('%j starts no formula, even if cells are separated by semicolons or tabs', (text, cell) => {
  expect(csvOf([[text]])).toBe(`${cell}\r\n`);
});

test.each(['rock; pop', 'a - b; c', 'x;y=1', 'https://a.example/?b=1'])('%j is unchanged', (text) => {
  expect(csvOf([[text]])).toBe(`"${text}"\r\n`);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-15, '-0.15'],
  [123_456, '1234.56'],
])('%i cents are the number %s', (amount, text) => {
  expect(csvOf([[{ cents: cents(amount) }]])).toBe(`${text}\r\n`);
});
