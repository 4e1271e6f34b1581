import { z } from 'zod';
import { call } from './call.ts';

/** What anyone may know about a deployment. */
export const Environment = z.strictObject({
  version: z.string(),
  /** False if the operator turned it off: then no browser shows the demo-mode card. */
  demoMode: z.boolean(),
  /** Whether this client may open /mailbox, which shows a test machine's emails to that machine only. */
  mailboxPage: z.boolean(),
});
export type Environment = z.infer<typeof Environment>;

export const readEnvironment = call({
  method: 'GET',
  path: '/api/environment',
  summary: 'The version, and which optional pages this deployment offers.',
  spec: [],
  who: 'public',
  answer: Environment,
  status: 200,
  refusals: [],
});
