import type { Profile } from '#contract/accounts.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { access } from '#web/access.ts';
import { failureOf } from '#web/api.ts';
import { ServerUnreachable } from '#web/api-failures.ts';

/** Sends the bytes of a picture; answers the profile that shows it. Throws `ApiRefusal` or `ServerUnreachable`. */
export async function uploadAvatar(file: File): Promise<Profile> {
  const token = await access.token();
  const response = await fetch(avatarUploadPath, {
    method: 'PUT',
    headers: {
      'Content-Type': file.type || 'application/octet-stream',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: file,
  }).catch((cause: unknown) => {
    throw new ServerUnreachable(null, cause);
  });
  const content: unknown = await response.json().catch(() => null);
  if (!response.ok || content === null) throw failureOf(response.status, content);
  return content as Profile; // The server checked it against the schema.
}
