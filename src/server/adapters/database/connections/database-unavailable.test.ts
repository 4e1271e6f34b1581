import { expect, test } from 'vitest';
import {
  asUnavailable,
  DatabaseUnavailable,
  isConnectionLoss,
  ReadOnlyDatabase,
} from './database-unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test('an error in the statement itself stays unchanged', () => {
  const wrong = withCode('42601');
  expect(asUnavailable(wrong)).toBe(wrong);
});

test.each([
  ['a write on a standby', withCode('25006')],
  ['a connection to a standby', new ReadOnlyDatabase('This database is a standby.')],
  ['a pooler that finds no server', withCode('08P01')],
  ['an unreachable network', withCode('ENETUNREACH')],
  ['a leader that is stopping', withCode('57P01')],
])('%s is a lost connection, and another one can be tried', (_, error) => {
  expect(isConnectionLoss(error)).toBe(true);
  const unavailable = asUnavailable(error);
  expect(unavailable).toBeInstanceOf(DatabaseUnavailable);
  expect(unavailable).toMatchObject({ cause: error, needsOperator: false });
});
