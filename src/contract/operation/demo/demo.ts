import { z } from 'zod';
import { demoPasswordLength } from '../../business-rules.ts';
import { call } from '../../call.ts';

export const verifyDemoPassword = call({
  method: 'POST',
  path: '/api/demo/verification',
  summary:
    'Opens the investor demo with its password. The response to a wrong password is delayed by half a second.',
  spec: [],
  who: 'public',
  body: z.strictObject({ password: z.string().trim().min(1).max(demoPasswordLength) }),
  answer: z.strictObject({ verified: z.literal(true) }),
  status: 200,
  refusals: ['invalid_demo_password', 'too_many_requests'],
});

export const readDemoPassword = call({
  method: 'GET',
  path: '/api/admin/demo-password',
  summary: "The investor demo's password, for the Test Kit, and whether it was set or derived by the server.",
  spec: [],
  who: 'admin',
  answer: z.strictObject({ password: z.string(), source: z.enum(['setting', 'server']) }),
  status: 200,
  refusals: [],
});
