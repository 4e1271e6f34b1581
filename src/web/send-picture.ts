import { access } from './access.ts';
import { failureOf } from './api.ts';
import { ServerUnreachable } from './api-failures.ts';

/** Uploads a picture; returns the object it belongs to. @throws ApiRefusal, ServerUnreachable */
export async function sendPicture<Answer>(path: string, file: File): Promise<Answer> {
  const token = await access.token();
  const response = await fetch(path, {
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
  return content as Answer; // The server checked it against the schema.
}
