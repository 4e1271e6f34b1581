import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, escapeIdentifier } from 'pg';
import { OperatorError } from '../../../foundation/operator-messages.ts';
import type { DatabaseRole } from '../database-address.ts';

const roles: Readonly<Record<DatabaseRole, 'login' | 'nologin'>> = {
  earshot_owner: 'nologin',
  earshot_app: 'login',
  earshot_audit: 'nologin',
};

/**
 * Creates missing roles and grants them: all three to the migrating user, the app and audit roles to `applicationLogin`
 * (the user of DATABASE_URL, if different). Skips what already exists, so that a user who may not create roles can
 * migrate later.
 */
export async function ensureRoles(client: Client, applicationLogin: string | undefined): Promise<void> {
  for (const [role, login] of Object.entries(roles)) {
    await ensure(client, `create role ${role} ${login}`, 'select from pg_roles where rolname = $1', [role]);
  }
  const migrator = await currentUser(client);
  for (const role of Object.keys(roles)) await ensureMember(client, role, migrator);
  if (applicationLogin !== undefined && applicationLogin !== migrator && applicationLogin !== 'earshot_app') {
    for (const role of ['earshot_app', 'earshot_audit']) await ensureMember(client, role, applicationLogin);
  }
  await ensure(
    client,
    `grant create, connect on database ${escapeIdentifier(await currentDatabase(client))} to earshot_owner`,
    "select where has_database_privilege('earshot_owner', current_database(), 'create')",
  );
  await ensure(
    client,
    'grant all on schema public to earshot_owner',
    "select where has_schema_privilege('earshot_owner', 'public', 'create')",
  );
}

/**
 * Runs `statement` unless `condition` finds a row. Other servers, including those of other databases, may do the same
 * concurrently.
 */
async function ensure(
  client: Client,
  statement: string,
  condition: string,
  values: readonly string[] = [],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if ((await client.query(condition, [...values])).rowCount) return;
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if (tries === 5 || !isRace(error)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`PostgreSQL rejected "${statement};": ${reason}. Run it as a superuser.`, {
          cause: error,
        });
      }
      await sleep(50 * tries);
    }
  }
}

// 42710 and 23505: just created. XX000: "tuple concurrently updated", from two concurrent grants.
const isRace = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42710', '23505', 'XX000'].includes(String(error.code));

async function ensureMember(client: Client, role: string, login: string): Promise<void> {
  // Since PostgreSQL 16 a member of a role may lack the right to SET ROLE.
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as yes");
  const kind = rows[0].yes ? 'SET' : 'MEMBER';
  const isMember = `select where pg_has_role($1::name, $2::name, '${kind}')`;
  await ensure(client, `grant ${role} to ${escapeIdentifier(login)}`, isMember, [login, role]);
}

const currentUser = async (client: Client): Promise<string> =>
  (await client.query('select current_user::text as name')).rows[0].name;

const currentDatabase = async (client: Client): Promise<string> =>
  (await client.query('select current_database()::text as name')).rows[0].name;
