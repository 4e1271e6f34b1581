import { resolve } from 'node:path';
import { z } from 'zod';
import { allStoredPrefixes } from '../adapters/storage/stored-object-rules.ts';
import { type Bucket, type BucketValues, bucketOf, onOff, webAddress } from './setting-forms.ts';

const prefix = /^[a-z0-9][a-z0-9_.-]{0,99}(?:\/[a-z0-9][a-z0-9_.-]{0,99}){0,5}$/;
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const backupSettings = {
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(prefix, 'must be a path like earshot/backups, of small letters, digits, dots and dashes')
    .default('earshot-backups'),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_PATH_STYLE: onOff.optional(),
  BACKUP_HOURS: count(1, 720).default(24),
  BACKUP_KEEP_DAYS: count(1, 366).default(7),
  BACKUP_KEEP_WEEKS: count(0, 520).default(4),
  BACKUP_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine(
      (key) => !key.startsWith('AGE-') || /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/.test(key),
      'must be an identity of age, AGE-SECRET-KEY-1..., or another text',
    )
    .optional(),
};

const allBackupSettings = z.object(backupSettings);
type Values = z.output<typeof allBackupSettings>;

/** A part of a bucket. */
export type BucketPart = Bucket & { readonly prefix: string };

/** Where scheduled backups go, and how many are kept. */
export interface BackupConfig {
  readonly place: { readonly folder: string } | { readonly bucket: BucketPart };
  /** The place, as shown to people. */
  readonly title: string;
  readonly everyHours: number;
  readonly keepDays: number;
  readonly keepWeeks: number;
}

/**
 * Undefined without scheduled backups.
 * @param audio the bucket of the audio, if it is in one
 * @throws if a bucket's settings are incomplete, two places are set, or the backups would be inside the audio
 */
export function backupConfig(values: Values, audio: Bucket | undefined): BackupConfig | undefined {
  const bucket = bucketPart(values);
  if (bucket && audio) refuseAmongAudio(bucket, audio);
  const { BACKUP_DIR: folder, BACKUP_HOURS: everyHours } = values;
  const kept = { everyHours, keepDays: values.BACKUP_KEEP_DAYS, keepWeeks: values.BACKUP_KEEP_WEEKS };
  if (bucket && folder !== undefined) {
    throw new Error('BACKUP_DIR: set either this or BACKUP_S3_BUCKET, not both');
  }
  if (bucket) return { place: { bucket }, title: `s3://${bucket.bucket}/${bucket.prefix}`, ...kept };
  return folder === undefined ? undefined : { place: { folder }, title: folder, ...kept };
}

/** The hourly sweep there deletes objects that no row references. */
function refuseAmongAudio({ endpoint, bucket, prefix }: BucketPart, audio: Bucket): void {
  if (endpoint !== audio.endpoint || bucket !== audio.bucket) return;
  const taken = allStoredPrefixes.find((one) => `${prefix}/`.startsWith(one));
  if (taken === undefined) return;
  throw new Error(
    `BACKUP_S3_PREFIX: ${taken} is where Earshot stores its own files in this bucket, and it deletes files there that it does not know`,
  );
}

function bucketPart(values: Values): BucketPart | undefined {
  const given: BucketValues = {
    endpoint: values.BACKUP_S3_ENDPOINT,
    region: values.BACKUP_S3_REGION,
    bucket: values.BACKUP_S3_BUCKET,
    accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY,
    pathStyle: values.BACKUP_S3_PATH_STYLE,
  };
  const isMeant = given.bucket ?? given.accessKeyId ?? given.secretAccessKey ?? given.endpoint;
  if (isMeant === undefined) return undefined;
  const bucket = bucketOf(given);
  if (bucket) return { ...bucket, prefix: values.BACKUP_S3_PREFIX };
  throw new Error(
    'BACKUP_S3_BUCKET: needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY too. Set all or none',
  );
}
