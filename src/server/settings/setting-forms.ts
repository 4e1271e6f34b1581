import { isIP } from 'node:net';
import { z } from 'zod';
import { type LimitName, type RateLimit, type RateLimits, rateLimits } from '#contract/rate-limits.ts';
import {
  type StandingBound,
  type StandingBounds,
  standingBounds,
} from '#contract/trust/standing/standing-bounds.ts';

/** Entries between commas. */
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

export const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const isNetwork = (entry: string): boolean => {
  const [address = '', prefix = '0'] = entry.split('/');
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
};
const network = /^[\da-f:.]+(\/\d{1,3})?$/i;
export const networks = list.refine(
  (entries) => entries.every((entry) => network.test(entry) && isNetwork(entry)),
  'must be addresses or networks like 10.0.0.0/8',
);
export const secret = z.string().min(32, 'must have at least 32 characters');
/** The current price, then former ones that someone may still be paying. */
export const priceList = list.optional();
export const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ });

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

const isLimitName = (name: string): name is LimitName => Object.hasOwn(rateLimits, name);
const mostAllowed = 999_999;
const limitForm = /^(\w+)=(\d{1,6})\/(\d{1,6}(?:\.\d+)?)$/;

/** Explains why an entry is invalid, and what is allowed. */
function refusalOf(entry: string): string {
  const [, name] = limitForm.exec(entry) ?? [];
  const known = `Known names: ${Object.keys(rateLimits).join(', ')}.`;
  if (name !== undefined && !isLimitName(name))
    return `cannot use '${entry}': there is no limit '${name}'. ${known}`;
  return `cannot use '${entry}': write name=most/seconds, for example upload=10/3600, with 1 to ${mostAllowed} for most and up to ${mostAllowed} seconds. ${known}`;
}

/** `upload=3/3600,other=600/60`: name, count, seconds. Limits not named keep their default. */
export const RateLimitSetting = z
  .string()
  .default('')
  .transform((text, context): RateLimits => {
    const changed: Partial<Record<LimitName, RateLimit>> = {};
    for (const entry of text.split(',').map((part) => part.trim())) {
      if (entry === '') continue;
      const [, name = '', most, seconds] = limitForm.exec(entry) ?? [];
      if (isLimitName(name) && Number(most) > 0 && Number(seconds) > 0) {
        changed[name] = { most: Number(most), seconds: Number(seconds) };
      } else {
        context.addIssue({ code: 'custom', message: refusalOf(entry) });
      }
    }
    return { ...rateLimits, ...changed };
  });

const isBound = (name: string): name is StandingBound => Object.hasOwn(standingBounds, name);
const boundForm = /^(\w+)=(\d{1,6})$/;

/** `knownApproved=10,knownDays=3`. Bounds not named keep their default. */
export const StandingBoundsSetting = z
  .string()
  .default('')
  .transform((text, context): StandingBounds => {
    const changed: Partial<Record<StandingBound, number>> = {};
    for (const entry of text.split(',').map((part) => part.trim())) {
      if (entry === '') continue;
      const [, name = '', number] = boundForm.exec(entry) ?? [];
      if (isBound(name)) changed[name] = Number(number);
      else {
        const known = Object.keys(standingBounds).join(', ');
        context.addIssue({
          code: 'custom',
          message: `cannot use '${entry}': write name=number, for example knownApproved=10. Known names: ${known}.`,
        });
      }
    }
    return { ...standingBounds, ...changed };
  });
