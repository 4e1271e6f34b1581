import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const bucket = {
  BACKUP_S3_BUCKET: 'kept',
  BACKUP_S3_ACCESS_KEY_ID: 'key',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
};
const place = (settings: Record<string, string>) => readConfig(settings).backups;

test('backups go nowhere by themselves, to a folder, or below a prefix of a bucket', () => {
  expect(place({})).toBeUndefined();
  expect(place({ BACKUP_DIR: '/b' })).toMatchObject({ place: { folder: '/b' }, title: '/b', everyHours: 24 });
  expect(place(bucket)).toMatchObject({
    place: { bucket: { bucket: 'kept', prefix: 'earshot-backups', pathStyle: false } },
    title: 's3://kept/earshot-backups',
  });
  const elsewhere = { BACKUP_S3_ENDPOINT: 'https://s3.example.com', BACKUP_S3_PREFIX: 'a/b' };
  expect(place({ ...bucket, ...elsewhere })).toMatchObject({
    place: { bucket: { endpoint: 'https://s3.example.com', prefix: 'a/b', pathStyle: true } },
  });
});

test.each([
  ['a folder and a bucket', { ...bucket, BACKUP_DIR: '/b' }, 'not both'],
  ['a bucket without a key', { BACKUP_S3_BUCKET: 'kept' }, 'needs BACKUP_S3_ACCESS_KEY_ID'],
  ['a key without a bucket', { ...bucket, BACKUP_S3_BUCKET: '' }, 'and they need it'],
  ['a prefix that leads out', { ...bucket, BACKUP_S3_PREFIX: '../a' }, 'BACKUP_S3_PREFIX: must be a path'],
])('%s is refused', (_what, settings, reason) => {
  expect(() => place(settings)).toThrow(reason);
});
