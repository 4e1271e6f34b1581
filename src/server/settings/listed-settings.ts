import { z } from 'zod';
import { type LimitName, type RateLimit, type RateLimits, rateLimits } from '#contract/rate-limits.ts';
import {
  type StandingBound,
  type StandingBounds,
  standingBounds,
} from '#contract/trust/standing/standing-bounds.ts';

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
