import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { type S3StorageOptions, s3Storage } from '#server/adapters/storage/s3-storage.ts';
import type { StorageUnderTest } from '../api/music/tracks/object-storage-contract.ts';

const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = z
  .object({ S3_ENDPOINT: z.url(), S3_ACCESS_KEY_ID: z.string(), S3_SECRET_ACCESS_KEY: z.string() })
  .parse(process.env);

export interface BucketUnderTest extends StorageUnderTest {
  readonly options: S3StorageOptions;
  /** Large objects that were begun and are neither whole nor taken back. */
  unfinished(): Promise<number>;
}

/** A new bucket on the server of the settings. */
export async function newBucket(): Promise<BucketUnderTest> {
  const options: S3StorageOptions = {
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    bucket: `earshot-${randomUUID()}`,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: true,
  };
  const { region } = options;
  const client = new S3Client({ endpoint: S3_ENDPOINT, region, credentials: options, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
  const storage = await s3Storage(options);
  return {
    options,
    storage,
    unfinished: async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }))).Uploads?.length ?? 0,
    close: async () => {
      for await (const { key } of storage.list('')) await storage.remove(key);
      client.destroy();
    },
  };
}
