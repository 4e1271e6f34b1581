import type { Call } from '#contract/call.ts';
import type { RefusalCode } from '#contract/errors.ts';

/** The refusals a call may return: its own and those of its access rule. */
export function refusalsOf(call: Call): readonly RefusalCode[] {
  const standard: RefusalCode[] = ['malformed', 'unavailable', 'broken', 'too_many_requests'];
  if (call.who !== 'public' && call.who !== 'everybody')
    standard.push('not_authenticated', 'invalid_token', 'account_suspended');
  if (call.who === 'artist' || call.who === 'listener') standard.push('wrong_user_type');
  if (call.who === 'admin') standard.push('access_denied');
  return [...new Set([...call.refusals, ...standard])];
}
