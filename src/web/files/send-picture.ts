import { failureOf } from '../calls/api.ts';
import { ServerUnreachable } from '../calls/api-failures.ts';
import { access } from '../routes/access.ts';
import { usingFile } from './chosen-file-changed.ts';

/** Uploads a picture; returns the object it belongs to. @throws ApiRefusal, ServerUnreachable, FileChanged */
export const sendPicture = <Answer>(path: string, file: File): Promise<Answer> =>
  usingFile(file, () => send<Answer>(path, file));

async function send<Answer>(path: string, file: File): Promise<Answer> {
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
