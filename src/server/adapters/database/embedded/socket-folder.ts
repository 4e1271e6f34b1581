import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A Unix socket's path is limited to 103 bytes on macOS and 107 on Linux.
const longest = 103;

/**
 * The folder for connecting to a data directory's socket. If its path is too long, a link in a new private folder,
 * where no other user can place a fake socket; each process makes its own.
 */
export async function socketFolder(
  dataDirectory: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const length = Buffer.byteLength(join(dataDirectory, '.s.PGSQL.5432'));
  if (length <= longest || process.platform === 'win32') {
    return { path: dataDirectory, remove: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'earshot-socket-'));
  const path = join(folder, 'db');
  await symlink(dataDirectory, path);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
