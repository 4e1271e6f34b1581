import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** The Debian package of each program. */
const packageOf = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  initdb: 'postgresql',
} as const;

export type Program = keyof typeof packageOf;

/** Debian installs servers in folders that are only on root's PATH, and PostgreSQL in a folder per version. */
export const programPath = `${process.env.PATH}:/usr/sbin:/usr/bin:/usr/lib/postgresql/15/bin`;

const isThere = (program: string): boolean =>
  programPath.split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** What to install; undefined if nothing is missing. */
export function missingPackages(programs: readonly Program[]): string | undefined {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return undefined;
  const packages = missing.map((program) => packageOf[program]).join(' ');
  return `${missing.join(', ')} not found: apt-get install -y ${packages}`;
}
