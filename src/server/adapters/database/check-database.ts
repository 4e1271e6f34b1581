import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from './database-address.ts';
import { assertDurable, assertEncoding, assertVersion, UnsafeDatabase } from './durability.ts';

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
