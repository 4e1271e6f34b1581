import { expect, test } from 'vitest';
import { digestDue } from './digest-rules.ts';

const at = (time: string) => new Date(`2026-11-${time}Z`);

test('the first digest is sent half an hour after its first item', () => {
  const due = digestDue({ firstAt: at('27T10:00'), lastActAt: null, lastSentAt: null });
  expect(due).toEqual(at('27T10:30'));
});

test('a sitting that goes on delays the digest until half an hour after its last review', () => {
  const due = digestDue({ firstAt: at('27T10:00'), lastActAt: at('27T11:10'), lastSentAt: null });
  expect(due).toEqual(at('27T11:40'));
});

test('a review of before delays nothing', () => {
  const due = digestDue({ firstAt: at('27T10:00'), lastActAt: at('26T11:10'), lastSentAt: null });
  expect(due).toEqual(at('27T10:30'));
});

test('the next digest is sent a day after the last one, or after the sitting if that ends later', () => {
  const times = { firstAt: at('27T10:00'), lastSentAt: at('27T09:00') };
  expect(digestDue({ ...times, lastActAt: at('27T10:00') })).toEqual(at('28T09:00'));
  expect(digestDue({ ...times, lastActAt: at('28T08:45') })).toEqual(at('28T09:15'));
});
