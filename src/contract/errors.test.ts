import { expect, test } from 'vitest';
import { ErrorAnswer, refusals } from './errors.ts';

const plainTexts = Object.entries(refusals).flatMap(([code, { message, details }]) =>
  details.safeParse({}).success ? [[code, String(Reflect.apply(message, undefined, [{}]))]] : [],
);

test('every error has a 4xx or 5xx status, and every plain one a text', () => {
  expect(Object.values(refusals).filter(({ status }) => status < 400 || status > 599)).toEqual([]);
  expect(plainTexts.length).toBeGreaterThan(40);
  expect(plainTexts.filter(([, text = '']) => text.length < 10)).toEqual([]);
});

test('an error without details accepts none', () => {
  expect(refusals.not_found.details.safeParse({ more: 1 }).success).toBe(false);
});

test('an error about waiting has seconds above zero', () => {
  const { details, message } = refusals.too_many_requests;
  expect(details.safeParse({ retryAfterSeconds: 0 }).success).toBe(false);
  expect(details.safeParse({}).success).toBe(false);
  expect(message({ retryAfterSeconds: 1 })).toBe('Too many requests. Try again in 1 s.');
  expect(message({ retryAfterSeconds: 59 })).toBe('Too many requests. Try again in 59 s.');
  expect(message({ retryAfterSeconds: 900 })).toBe('Too many requests. Try again in 15 min.');
  expect(message({ retryAfterSeconds: 875 })).toBe('Too many requests. Try again in 14 min 35 s.');
  expect(message({ retryAfterSeconds: 7500 })).toBe('Too many requests. Try again in 2 h 5 min.');
});

test('the message for a malformed request lists its issues, each with its path', () => {
  const issues = [
    { path: 'body.rating', message: 'is missing' },
    { path: '', message: 'is not JSON' },
  ];
  expect(refusals.malformed.message({ issues })).toBe('body.rating: is missing; is not JSON');
  expect(refusals.malformed.details.safeParse({ issues }).success).toBe(true);
  expect(refusals.malformed.details.safeParse({ issues: [{}] }).success).toBe(false);
  expect(refusals.malformed.details.safeParse({}).success).toBe(false);
});

test('messages include the details of their errors', () => {
  expect([
    refusals.wrong_user_type.message({ needed: 'artist' }),
    refusals.weak_password.message({ reasons: ['Too short.', 'Too common.'] }),
    refusals.same_content.message({ title: 'Night Bus' }),
    refusals.review_too_short.message({ words: 44 }),
    refusals.listen_longer.message({ seconds: 1 }),
    refusals.already_decided.message({ status: 'approved' }),
    refusals.reports_a_day.message({ most: 5, seconds: 86_400, retryAfterSeconds: 39_960 }),
    refusals.reports_ended.message({ until: '2027-02-21T10:00:00.000Z' }),
  ]).toEqual([
    'You need artist access to do this.',
    'Too short. Too common.',
    'You have already uploaded this recording as “Night Bus”.',
    'Please write at least 45 words (currently 44).',
    'Listen for 1s more to submit',
    'This was already decided: it is approved.',
    'You can send 5 reports in 24 h. Try again in 11 h 6 min.',
    'Three of your reports were dismissed, so you can’t report again until February 21, 2027.',
  ]);
});

test.each([
  [refusals.unavailable.message({ retryAfterSeconds: 1 }), /busy/],
  [refusals.second_factor_needed.message({ challenge: null }), /authenticator/],
  [refusals.invalid_file_type.message({ reason: 'text' }), 'Please upload an MP3 audio file.'],
  [refusals.upload_offset.message({ receivedBytes: 1 }), /another tab/],
])('"%s" says what to do', (text, expected) => {
  expect(text).toMatch(expected);
});

test.each([
  ['weak_password', { reasons: [] }],
  ['second_factor_needed', {}],
  ['wrong_user_type', { needed: 'admin' }],
  ['invalid_file_type', {}],
  ['upload_offset', { receivedBytes: -1 }],
  ['same_content', {}],
  ['review_too_short', { words: -1 }],
  ['listen_longer', { seconds: 0 }],
  ['already_decided', {}],
  ['unavailable', {}],
] as const)('%s does not accept %j as its details', (code, details) => {
  expect(refusals[code].details.safeParse(details).success).toBe(false);
});

test('an error response has a known code, a message, details and the request id', () => {
  const error = { code: 'not_found', message: 'There is nothing here.', details: {}, requestId: 'r' };
  expect(ErrorAnswer.safeParse({ error }).success).toBe(true);
  expect(ErrorAnswer.safeParse({ error: { ...error, code: 'nonsense' } }).success).toBe(false);
  expect(ErrorAnswer.safeParse({ error: { code: 'not_found' } }).success).toBe(false);
  expect(ErrorAnswer.safeParse({}).success).toBe(false);
});

test('texts with constants of the business rules match the specification', () => {
  expect(refusals.below_minimum_payout.message({})).toBe('You need at least $5.00 to request a payout.');
  expect(refusals.file_too_large.message({})).toBe('Please upload a file smaller than 50MB.');
  expect(refusals.image_too_large.message({})).toMatch(/ 10MB /);
});
