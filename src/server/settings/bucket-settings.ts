import { z } from 'zod';

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

/** An origin: scheme, host and port, without a path. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .transform((value) => value.replace(/\/+$/, ''))
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'must be an origin like https://earshot.example',
  );

/** The settings of a bucket. */
export interface BucketValues {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string | undefined;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly pathStyle: boolean | undefined;
}

/** A bucket with its access key. */
export interface Bucket extends BucketValues {
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

/** Undefined if a part is missing. Every service except Amazon's needs the bucket in the path. */
export function bucketOf(values: BucketValues): Bucket | undefined {
  const { bucket, accessKeyId, secretAccessKey, endpoint } = values;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  const pathStyle = values.pathStyle ?? endpoint !== undefined;
  return { endpoint, region: values.region, bucket, accessKeyId, secretAccessKey, pathStyle };
}
