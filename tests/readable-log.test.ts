import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { readableLine } from '../scripts/readable-log.ts';

const time = new Date(2026, 2, 1, 12, 30, 5).getTime();
const shown = (values: object) => stripVTControlCharacters(readableLine(JSON.stringify({ time, ...values })));

test('a log line shows its time, level, message and values', () => {
  const line = {
    level: 30,
    reqId: 'r1',
    call: 'accounts.signIn',
    res: {},
    took: 12.5,
    msg: 'request completed',
  };
  expect(shown(line)).toBe('12:30:05 INFO  request completed reqId=r1 call=accounts.signIn took=12.5');
});

test('an error shows its stack on separate lines', () => {
  const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at somewhere' };
  expect(shown({ level: 50, err, msg: 'broken' })).toBe(
    '12:30:05 ERROR broken\nError: broken\n    at somewhere',
  );
});

test.each(['Earshot listens on http://localhost:3000', '{ not JSON', '{"json":"but no log line"}', ''])(
  'any other line is unchanged: %j',
  (line) => {
    expect(readableLine(line)).toBe(line);
  },
);
