import { z } from 'zod';
import {
  type StandingBound,
  type StandingBounds,
  standingBounds,
} from '#contract/trust/standing/standing-bounds.ts';

const isBound = (name: string): name is StandingBound => Object.hasOwn(standingBounds, name);
const form = /^(\w+)=(\d{1,6})$/;

/** `knownApproved=10,knownDays=3`. Bounds not named keep their default. */
export const StandingBoundsSetting = z
  .string()
  .default('')
  .transform((text, context): StandingBounds => {
    const changed: Partial<Record<StandingBound, number>> = {};
    for (const entry of text.split(',').map((part) => part.trim())) {
      if (entry === '') continue;
      const [, name = '', number] = form.exec(entry) ?? [];
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
