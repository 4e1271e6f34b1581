import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Debian package of each program. */
const packageOf = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
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

/** If it is installed, python-etcd makes TLS connections with it that Patroni cannot interrupt. */
const conflicting = '/usr/lib/python3/dist-packages/OpenSSL';

/** What to install or remove; undefined if nothing is missing and nothing conflicts. */
export function missingPackages(programs: readonly Program[]): string | undefined {
  if (programs.includes('patroni') && existsSync(conflicting))
    return 'Patroni does not work over TLS with python3-openssl: apt-get remove -y python3-openssl';
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return undefined;
  const packages = missing.map((program) => packageOf[program]).join(' ');
  return `${missing.join(', ')} not found: apt-get install -y ${packages}`;
}
