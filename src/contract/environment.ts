import { z } from 'zod';
import { call } from './call.ts';

/** What everybody may know of a deployment. */
export const Environment = z.strictObject({
  version: z.string(),
  /** Off by the deployment's setting: then no browser shows the demo-mode card. */
  demoMode: z.boolean(),
  /** Whether this client can open /mailbox: it shows the emails of a test machine, to that machine only. */
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
