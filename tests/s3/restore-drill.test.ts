import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aMachine, restoreDrill } from '#tests/support/world/restore-drill.ts';
import { type BucketUnderTest, newBucket } from './bucket.ts';

let folder: string;
let bucket: BucketUnderTest;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-drill-'));
  bucket = await newBucket();
});
afterEach(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = ({ options }: BucketUnderTest) => ({
  STORAGE: 's3',
  S3_ENDPOINT: options.endpoint ?? '',
  S3_REGION: options.region,
  S3_BUCKET: options.bucket,
  S3_ACCESS_KEY_ID: options.accessKeyId,
  S3_SECRET_ACCESS_KEY: options.secretAccessKey,
  S3_PATH_STYLE: 'on',
});

test('if only the machine was lost, objects still in the bucket are left unchanged', async () => {
  await restoreDrill(aMachine(folder, settingsOf(bucket)));
}, 180_000);

test('if the bucket was lost too, music and pictures are restored to a new one', async () => {
  const another = await newBucket();
  try {
    await restoreDrill(aMachine(folder, settingsOf(bucket)), aMachine(folder, settingsOf(another)));
    const keys = (await Array.fromAsync(another.storage.list(''))).map(({ key }) => key.split('/')[0]);
    expect(new Set(keys)).toEqual(new Set(['avatars', 'tracks']));
  } finally {
    await another.close();
  }
}, 180_000);

test('a backup in its own bucket restores the audio’s bucket after both the machine and that bucket were lost', async () => {
  const [kept, another] = [await newBucket(), await newBucket()];
  try {
    const { endpoint, bucket: name, accessKeyId, secretAccessKey } = kept.options;
    const backups = {
      BACKUP_S3_ENDPOINT: endpoint ?? '',
      BACKUP_S3_BUCKET: name,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
      BACKUP_KEY: 'a key of the operator, 32 letters or more',
    };
    await restoreDrill(
      aMachine(folder, { ...settingsOf(bucket), ...backups }),
      aMachine(folder, { ...settingsOf(another), ...backups }),
    );
    expect(await kept.unfinished()).toBe(0);
  } finally {
    await kept.close();
    await another.close();
  }
}, 600_000);
