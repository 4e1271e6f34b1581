import { z } from 'zod';
import { type LimitName, type RateLimit, type RateLimits, rateLimits } from '#contract/rate-limits.ts';

const isLimitName = (name: string): name is LimitName => Object.hasOwn(rateLimits, name);
const mostAllowed = 999_999;
const form = /^(\w+)=(\d{1,6})\/(\d{1,6}(?:\.\d+)?)$/;

/** Explains why an entry is invalid, and what is allowed. */
function refusalOf(entry: string): string {
  const [, name] = form.exec(entry) ?? [];
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
      const [, name = '', most, seconds] = form.exec(entry) ?? [];
      if (isLimitName(name) && Number(most) > 0 && Number(seconds) > 0) {
        changed[name] = { most: Number(most), seconds: Number(seconds) };
      } else {
        context.addIssue({ code: 'custom', message: refusalOf(entry) });
      }
    }
    return { ...rateLimits, ...changed };
  });
