import type { ClientConfig } from 'pg';

/** The roles of the schema: the owner of the tables, the server's role, and the read-only audit. */
export type DatabaseRole = 'earshot_owner' | 'earshot_app' | 'earshot_audit';

/** The location and login of a database: a URL from the settings, or the parts of the embedded database's address. */
export type DatabaseAddress =
  | { readonly url: string }
  | {
      /** A host name, or the folder of a Unix socket. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password?: string;
      readonly database: string;
      /** True if the database needs no password, so that a role can log in as itself. */
      readonly trusted: boolean;
    };

/** The `pg` configuration for an address and role. Settings are `name=value` of the session. */
export function clientConfig(
  address: DatabaseAddress,
  role: DatabaseRole | undefined,
  settings: readonly string[] = [],
): ClientConfig {
  if ('url' in address) {
    const [url, given] = withoutOptions(address.url);
    return { connectionString: url, options: startupOptions(role, settings, given) };
  }
  const { host, port, user, password, database, trusted } = address;
  // A session that logged in as the app role cannot become the administrator again.
  const ownLogin = trusted && role === 'earshot_app';
  return {
    host,
    port,
    database,
    password,
    ssl: false,
    user: ownLogin ? role : user,
    options: startupOptions(ownLogin ? undefined : role, settings),
  };
}

/** The user name of the address; undefined if a URL has none. */
export function userOf(address: DatabaseAddress): string | undefined {
  if (!('url' in address)) return address.user;
  const { username } = parse(address.url);
  return username === '' ? undefined : decodeURIComponent(username);
}

/** The same server and login with another database. */
export function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('url' in address)) return { ...address, database };
  const url = parse(address.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href };
}

const startupOptions = (role: string | undefined, settings: readonly string[], given = '') =>
  [given, ...(role ? [`role=${role}`] : []).concat(settings).map((setting) => `-c ${setting}`)]
    .join(' ')
    .trim();

// `pg` prefers the URL's own options over ours, which would drop the role, so they are joined.
function withoutOptions(address: string): [url: string, options: string] {
  const url = parse(address);
  const options = url.searchParams.get('options');
  if (options === null) return [address, ''];
  url.searchParams.delete('options');
  return [url.href, options];
}

// PostgreSQL allows URLs without a host, `postgresql://user@/name?host=/run/postgresql`; the URL standard does not.
function parse(url: string): URL {
  const parsed = URL.parse(url.replace('@/', '@localhost/'));
  if (!parsed)
    throw new Error('The database URL does not have the form postgresql://user:password@host:port/name.');
  return parsed;
}
