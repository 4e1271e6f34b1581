import { z } from 'zod';
import { call } from '../call.ts';
import { pushPath } from './push-rules.ts';

const PushState = z.strictObject({
  /** What the browser subscribes with: the server's public key. */
  serverKey: z.string(),
  /** Whether this session's browser gets notifications. */
  isOn: z.boolean(),
});
export type PushState = z.infer<typeof PushState>;

export const readPush = call({
  method: 'GET',
  path: pushPath,
  summary:
    'Whether this browser gets a notification when a track waits, and the key that it subscribes with.',
  spec: [],
  who: 'listener',
  answer: PushState,
  status: 200,
  refusals: [],
});

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const subscribeToPush = call({
  method: 'PUT',
  path: pushPath,
  summary:
    'Notifies this browser, until its session ends, when a track waits for a caller who found the queue empty: at most twice in 24 hours and never at night.',
  spec: [],
  who: 'listener',
  /** The browser's subscription, as its `toJSON` gives it, and its time zone. */
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https?$/ }).max(1000),
    p256dh: z.base64url().max(100),
    auth: z.base64url().max(40),
    timeZone: z.string().min(1).max(64).refine(isTimeZone, 'must be a time zone'),
  }),
  answer: PushState,
  status: 200,
  refusals: ['push_unsupported'],
});

export const unsubscribeFromPush = call({
  method: 'DELETE',
  path: pushPath,
  summary: 'Ends the notifications of this browser.',
  spec: [],
  who: 'listener',
  answer: PushState,
  status: 200,
  refusals: [],
});
