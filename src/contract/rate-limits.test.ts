import { expect, test } from 'vitest';
import { rateLimits } from './rate-limits.ts';

test('each limit has its number of calls and seconds', () => {
  const shown = Object.entries(rateLimits).map(([name, { most, seconds }]) => `${name} ${most}/${seconds}`);
  expect(shown).toEqual([
    'refresh 300/300',
    'beat 1/1.5',
    'review 60/3600',
    'skip 20/3600',
    'moment 60/60',
    'guestOpen 60/300',
    'guestAct 120/60',
    'upload 10/3600',
    'avatar 20/3600',
    'cover 30/3600',
    'export 3/86400',
    'payout 5/86400',
    'payee 5/86400',
    'paymentService 30/300',
    'transfer 2/1',
    'report 5/86400',
    'decision 120/60',
    'audit 10/600',
    'other 300/60',
    'signInAccount 10/900',
    'signInSender 30/900',
    'signUpSender 30/3600',
    'resendSender 30/3600',
    'resendAddress 1/60',
    'resendAddressHour 3/3600',
    'recoverySender 30/3600',
    'recoveryAddress 1/60',
    'recoveryAddressHour 3/3600',
    'emailChange 3/3600',
    'strangerMail 5/3600',
    'strangerMailDay 12/86400',
    'ownPassword 10/900',
    'codeAttempt 5/600',
    'codeUser 10/3600',
    'demoPassword 10/900',
  ]);
});
