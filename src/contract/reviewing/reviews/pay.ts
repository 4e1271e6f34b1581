import { z } from 'zod';
import { call } from '../../call.ts';
import { Cents } from '../../primitives.ts';
import { payPath } from './pay-terms.ts';

export const readPay = call({
  method: 'GET',
  path: payPath,
  summary: 'What listeners earn in an hour, and what limits it at first. Up to ten minutes old.',
  spec: [],
  who: 'public',
  answer: z.strictObject({
    medianCentsPerHour: Cents.nullable(),
    reviewsADay: z.int().positive(),
    firstPayoutCents: Cents,
  }),
  status: 200,
  isShared: true,
  refusals: [],
});
