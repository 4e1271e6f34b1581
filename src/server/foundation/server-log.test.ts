import { expect, test } from 'vitest';
import { maskLine, serverLog } from './server-log.ts';

test.each([
  ['to kim+news@example.org now', 'to (email) now'],
  ['Bearer eyJhbGciOi.eyJzdWIi.c2ln-x_y', 'Bearer (token)'],
  ['/auth/confirm?type=signup&token=abc-DEF_1', '/auth/confirm?type=signup&token=(hidden)'],
  ['GET /api/audio/abc.def', 'GET /api/audio/(link)'],
  ['GET /api/exports/abc.def', 'GET /api/exports/(link)'],
  ['postgresql://web:pa55@db/shop', 'postgresql://(hidden)@db/shop'],
])('a log line contains nothing of %j', (line, masked) => {
  expect(maskLine(line)).toBe(masked);
});

test('a database error is logged without the contents of its row', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(kim@example.org) already exists.',
    parameters: ['kim'],
  });
  const logged = serverLog('info').serializers.err(new Error('outer', { cause: error }));
  expect(logged).toMatchObject({ message: 'outer', cause: { code: '23505', message: 'duplicate key' } });
  expect(JSON.stringify(logged)).not.toContain('kim');
});
