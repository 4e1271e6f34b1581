import type { Sent } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { ApiRefusal, isRefusal } from '#web/calls/api-failures.ts';

/** Updates the signed-in user's profile. Without a session it fails with the specified 'Not authenticated'. */
export const updateProfile = ({ body }: Pick<Sent<typeof api.accounts.updateProfile>, 'body'>) =>
  callApi(api.accounts.updateProfile, { body }).catch((error: unknown) => {
    throw inProfileWords(error);
  });

/** Every other call without a session says 'Auth session missing!'. */
export function inProfileWords(error: unknown): unknown {
  if (!isRefusal(error, 'not_authenticated')) return error;
  const { status, code, details, requestId } = error;
  return new ApiRefusal(status, { code, message: 'Not authenticated', details, requestId });
}
