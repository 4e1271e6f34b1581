import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { OperatorError } from '../../../foundation/operator-messages.ts';
import { clientConfig, type DatabaseAddress } from '../database-address.ts';
import { assertDurable, assertEncoding, assertVersion, UnsafeDatabase } from '../durability.ts';
import { isConflict, isUnavailability } from './database-unavailable.ts';

interface ReachOptions {
  readonly address: DatabaseAddress;
  /** The name of the address's setting, for messages. */
  readonly setting: string;
  /** How long to wait for an unreachable database; 0 tries once. */
  readonly patienceMilliseconds: number;
  /** Called with the reason on each wait. */
  readonly onWait?: (line: string) => void;
}

const connectMilliseconds = 5_000;
const longestPause = 5_000;

/**
 * Connects once, waiting for a database that is starting or not reachable yet. Fails at once if waiting cannot help,
 * for example for a wrong password.
 * @throws OperatorError with the reason and what to do
 */
export async function reachDatabase(options: ReachOptions): Promise<void> {
  const { address, setting, patienceMilliseconds, onWait } = options;
  const deadline = performance.now() + patienceMilliseconds;
  for (let tries = 0; ; tries += 1) {
    const { error, place, user, database } = await tryToConnect(address);
    if (!error) return;
    if (!mayPass(error)) {
      throw new OperatorError(`${setting}: ${reasonOf(error, { place, user, database })}`, { cause: error });
    }
    const reason = `The database at ${place} cannot be reached (${shortReason(error)})`;
    const left = deadline - performance.now();
    if (left <= 0) {
      throw new OperatorError(`${reason}. Start it, or correct ${setting}.`, { cause: error });
    }
    onWait?.(`${reason}. Trying again for ${Math.ceil(left / 1000)} s.`);
    await sleep(Math.min(500 * 2 ** tries, longestPause, left));
  }
}

interface Attempt {
  readonly error: Error | undefined;
  readonly place: string;
  readonly user: string;
  readonly database: string;
}

async function tryToConnect(address: DatabaseAddress): Promise<Attempt> {
  let place = 'an unknown address';
  let client: Client | undefined;
  try {
    client = new Client({
      ...clientConfig(address, undefined),
      connectionTimeoutMillis: connectMilliseconds,
      application_name: 'earshot start',
    });
    client.on('error', () => undefined);
    place = `${client.host}:${client.port}`;
    await client.connect();
    return { error: undefined, place, user: '', database: '' };
  } catch (error) {
    const { user = '', database = '' } = client ?? {};
    return { error: error instanceof Error ? error : new Error(String(error)), place, user, database };
  } finally {
    await client?.end().catch(() => undefined);
  }
}

const textOf = (error: Error, name: 'code' | 'syscall' | 'path'): string => {
  const found = new Map(Object.entries(error)).get(name);
  return typeof found === 'string' ? found : '';
};

const shortReason = (error: Error) => textOf(error, 'code') || error.message;

/** Whether waiting may help: nothing is listening yet, the network or DNS is not up, or PostgreSQL is starting. */
function mayPass(error: Error): boolean {
  // A file that the address names is missing, such as sslrootcert. Waiting does not help.
  if (textOf(error, 'syscall') === 'open') return false;
  const isTimeout = error.message === 'timeout expired' || textOf(error, 'code') === 'ENETUNREACH';
  return isTimeout || (isUnavailability(error) && !isConflict(error));
}

/** OpenSSL's certificate errors, as Node names them. */
const untrusted = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_(HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED|REVOKED)/;

function reasonOf(error: Error, { place, user, database }: Omit<Attempt, 'error'>): string {
  const code = textOf(error, 'code');
  if (code === '28P01')
    return `PostgreSQL at ${place} does not accept the password of user "${user}", or has no such user.`;
  if (/password must be a (non-empty )?string/.test(error.message)) {
    return `PostgreSQL at ${place} asks user "${user}" for a password, but the address has none.`;
  }
  if (code === '28000') return `PostgreSQL at ${place} rejects user "${user}": ${error.message}.`;
  if (code === '3D000') {
    return `there is no database "${database}" at ${place}. docs/operations.md, "A database of your own", has the commands that create it.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return (
      `the TLS certificate of the database at ${place} was made for another host (${error.message}). ` +
      'Use the host name in the certificate.'
    );
  }
  if (untrusted.test(code)) {
    return (
      `the TLS certificate of the database at ${place} is not trusted (${error.message}). ` +
      'For your own certificate authority, add sslmode=verify-full&sslrootcert=/path/to/ca.pem to the address.'
    );
  }
  if (/does not support SSL/.test(error.message)) {
    return `the database at ${place} does not offer TLS, which sslmode asks for.`;
  }
  if (textOf(error, 'syscall') === 'open') return `cannot read ${textOf(error, 'path')} (${code}).`;
  return `cannot connect to the database at ${place}: ${error.message}.`;
}

/**
 * Checks an external database before anything is written to it: version, durability, and the rights that the migrations
 * need.
 * @throws UnsafeDatabase listing everything that is missing and the commands that add it
 */
export async function checkDatabase(
  address: DatabaseAddress,
  { throwAway, anyEncoding }: { readonly throwAway: boolean; readonly anyEncoding: boolean },
): Promise<void> {
  const client = new Client({ ...clientConfig(address, undefined), application_name: 'earshot start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertVersion(client);
    if (!anyEncoding) await assertEncoding(client);
    if (!throwAway) await assertDurable(client);
    await assertRights(client);
  } finally {
    await client.end();
  }
}

interface Rights {
  readonly name: string;
  readonly database: string;
  readonly makes_roles: boolean;
  readonly roles: number;
  readonly is_member: boolean;
  readonly owns_database: boolean;
  readonly owner_may_create: boolean;
}

// Since PostgreSQL 16 a member of a role may lack the right to SET ROLE.
const askRights = `
  with own as (select rolsuper, rolcreaterole from pg_roles where rolname = current_user),
    roles as (select rolname from pg_roles where rolname in ('earshot_owner', 'earshot_app', 'earshot_audit'))
  select current_user::text as name, current_database()::text as database,
    (select rolsuper or rolcreaterole from own) as makes_roles,
    (select count(*) from roles)::int as roles,
    coalesce((select bool_and(pg_has_role(rolname,
       case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)) from roles), false) as is_member,
    (select pg_has_role(datdba, 'USAGE') from pg_database where datname = current_database())
      and (select pg_has_role(nspowner, 'USAGE') from pg_namespace where nspname = 'public') as owns_database,
    case when exists (select from roles where rolname = 'earshot_owner') then
      has_database_privilege('earshot_owner', current_database(), 'create')
      and has_schema_privilege('earshot_owner', 'public', 'create') else false end as owner_may_create`;

async function assertRights(client: Client): Promise<void> {
  const [rights] = (await client.query<Rights>(askRights)).rows;
  if (!rights) return;
  const { name, database, makes_roles, roles, is_member, owns_database, owner_may_create } = rights;
  const user = client.escapeIdentifier(name);
  const cures: string[] = [];
  if (!makes_roles && roles < 3) cures.push(`alter role ${user} createrole;`);
  else if (!makes_roles && !is_member) {
    cures.push(`grant earshot_owner, earshot_app, earshot_audit to ${user};`);
  }
  if (!owns_database && !owner_may_create) {
    cures.push(`alter database ${client.escapeIdentifier(database)} owner to ${user};`);
  }
  if (cures.length === 0) return;
  throw new UnsafeDatabase(
    `The user "${name}" cannot set up the database "${database}". As a superuser, run:\n  ${cures.join('\n  ')}`,
  );
}
