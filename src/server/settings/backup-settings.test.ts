import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const bucket = {
  BACKUP_S3_BUCKET: 'kept',
  BACKUP_S3_ACCESS_KEY_ID: 'key',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
};
const place = (settings: Record<string, string>) => readConfig(settings).backups;

test('backups are off by default, and can go to a folder or to a prefix of a bucket', () => {
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

const audio = {
  STORAGE: 's3',
  S3_BUCKET: 'kept',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test.each(['tracks', 'uploads/earshot', 'avatars', 'covers/a/b'])(
  'backups below %s are rejected only in the bucket of the audio, whose sweep would remove them',
  (prefix) => {
    const settings = { ...bucket, BACKUP_S3_PREFIX: prefix };
    expect(() => place({ ...audio, ...settings })).toThrow('is where Earshot stores its own files');
    for (const elsewhere of [
      { BACKUP_S3_BUCKET: 'other' },
      { BACKUP_S3_ENDPOINT: 'https://s3.example.com' },
    ]) {
      expect(place({ ...audio, ...settings, ...elsewhere })).toMatchObject({ place: { bucket: { prefix } } });
    }
    expect(place(settings)).toMatchObject({ place: { bucket: { prefix } } });
  },
);

test('backups can be next to the audio’s own prefixes, and an empty prefix means the default', () => {
  expect(place({ ...audio, ...bucket, BACKUP_S3_PREFIX: 'tracks-kept' })).toMatchObject({
    title: 's3://kept/tracks-kept',
  });
  expect(place({ ...audio, ...bucket, BACKUP_S3_PREFIX: '' })).toMatchObject({
    title: 's3://kept/earshot-backups',
  });
});

test.each([
  ['a folder and a bucket', { ...bucket, BACKUP_DIR: '/b' }, 'not both'],
  ['a bucket without a key', { BACKUP_S3_BUCKET: 'kept' }, 'needs BACKUP_S3_ACCESS_KEY_ID'],
  ['a key without a bucket', { ...bucket, BACKUP_S3_BUCKET: '' }, 'Set all or none'],
  [
    'a prefix that leaves the bucket',
    { ...bucket, BACKUP_S3_PREFIX: '../a' },
    'BACKUP_S3_PREFIX: must be a path',
  ],
])('%s is rejected', (_what, settings, reason) => {
  expect(() => place(settings)).toThrow(reason);
});
