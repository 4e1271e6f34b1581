import { expect, test } from 'vitest';
import {
  givenUpBefore,
  newPartKey,
  newStorageKey,
  objectPrefixes,
  orphanedBefore,
  storageQuotaBytes,
} from './upload-rules.ts';

const now = new Date('2026-03-02T12:00:00.000Z');

test('an artist can store 10 GiB', () => {
  expect(storageQuotaBytes).toBe(10_737_418_240);
});

test('keys are random, spread over folders, and start with a prefix known to the sweep', () => {
  expect(newStorageKey()).toMatch(/^tracks\/([\da-f]{2})\/\1[\da-f]{6}-[\da-f-]{27}\.mp3$/);
  expect(newPartKey()).toMatch(/^uploads\/([\da-f]{2})\/\1[\da-f]{6}-[\da-f-]{27}\.part$/);
  expect(newStorageKey()).not.toBe(newStorageKey());
  expect(objectPrefixes).toEqual(['tracks/', 'uploads/']);
});

test('an object without a row is deleted after an hour, an unfinished upload after a day', () => {
  expect(orphanedBefore(now)).toEqual(new Date('2026-03-02T11:00:00.000Z'));
  expect(givenUpBefore(now)).toEqual(new Date('2026-03-01T12:00:00.000Z'));
});
