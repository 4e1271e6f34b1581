import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import type { TrustDatabases } from '#tests/support/trust/trust-world.ts';

const root = join(import.meta.dirname, '../..');
/** Multiplies the database's time limits, so that other load on the machine does not end a run. */
const patience = 10;

/** A migrated temporary PostgreSQL. */
export async function openTrustDatabases(): Promise<TrustDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-trust-database-'));
  await chmod(folder, 0o755); // Under root the database runs as another user, who must be able to enter the folder.
  const { address, stop } = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'pg'),
    throwAway: true,
  });
  await migrate({ address, folder: join(root, 'migrations') });
  const app = await connectDatabase({ address, role: 'earshot_app', poolSize: 8, throwAway: true, patience });
  const owner = await connectDatabase({
    address,
    role: 'earshot_owner',
    poolSize: 4,
    throwAway: true,
    patience,
  });
  return {
    app: app.database,
    owner: owner.database,
    close: async () => {
      await app.database.close();
      await owner.database.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
