import { z } from 'zod';
import { call } from '../../call.ts';
import { Cents, Timestamp } from '../../primitives.ts';

/** What runs behind this deployment: kinds and versions, never an address or a secret. */
export const TestKit = z.strictObject({
  version: z.string(),
  database: z.string(),
  storage: z.string(),
  mail: z.string(),
  billing: z.string(),
  demoMode: z.boolean(),
  displayName: z.string(),
  role: z.enum(['user', 'admin']),
  /** The address of the test listener; null while there is none. */
  testListenerEmail: z.string().nullable(),
  /** What the caller may still upload. */
  uploads: z.strictObject({ trialUntil: Timestamp.nullable(), creditsRemaining: z.int() }),
});
export type TestKit = z.infer<typeof TestKit>;

export const readTestKit = call({
  method: 'GET',
  path: '/api/admin/test-kit',
  summary: 'The contents of the environment panel.',
  spec: [],
  who: 'admin',
  answer: TestKit,
  status: 200,
  refusals: [],
});

export const grantTrial = call({
  method: 'POST',
  path: '/api/admin/test-kit/trial',
  summary: 'Gives the caller the Icon trial: 90 days with 50 uploads a month. A paid plan does not change.',
  spec: ['table artist_subscriptions upsert'],
  who: 'admin',
  body: z.strictObject({}),
  answer: z.strictObject({ expiresAt: Timestamp }),
  status: 200,
  limit: 'decision',
  refusals: ['already_on_plan'],
});

export const addUploadCredits = call({
  method: 'POST',
  path: '/api/admin/test-kit/credits',
  summary: "Sets the caller's upload credits of this month to 1000.",
  spec: ['table upload_limits upsert'],
  who: 'admin',
  body: z.strictObject({}),
  answer: z.strictObject({ remaining: z.int() }),
  status: 200,
  limit: 'decision',
  refusals: [],
});

export const createTestListener = call({
  method: 'POST',
  path: '/api/admin/test-kit/listener',
  summary:
    'Creates the test listener, or sets a new password for the existing one, and tops up its wallet to $15.00. Only this response contains the password.',
  spec: ['table profiles upsert', 'table listener_balances upsert'],
  who: 'admin',
  body: z.strictObject({}),
  answer: z.strictObject({ email: z.string(), password: z.string(), availableCents: Cents }),
  status: 201,
  limit: 'decision',
  refusals: [],
});
