import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { grantRole } from '#server/identity/admin-role.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import type { RunningEarshot } from './fixtures.ts';

/** What a journey needs and no page can do: an admin, earnings, a look into the books. */
export interface Books {
  makeAdmin(email: string): Promise<void>;
  /** Approved reviews of this person, 15 cents apiece. */
  earn(email: string, reviews: number): Promise<void>;
  completedPayouts(): Promise<number>;
  /** Lets the server do a job now that it would do within a minute. */
  runJob(name: string): Promise<void>;
  /** A track of this artist with this title, and a review of it with the same words, by nobody if none is named. */
  publish(email: string, words: string, listener?: string): Promise<void>;
  /** A pending review of this person that the approval rules doubt. */
  pendingReview(email: string, comment: string): Promise<void>;
  /** How many alarms the ledger's audit raises. */
  alarms(): Promise<number>;
  close(): Promise<void>;
}

export async function openBooks({ database: address, clock }: RunningEarshot): Promise<Books> {
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 2, throwAway: true });
  const app = await connectDatabase({ address, role: 'earshot_app', poolSize: 2, throwAway: true });
  const testDatabase = { ownerDatabase: owner.database, database: app.database };
  const idOf = async (email: string) =>
    String((await sqlRow(owner.database, 'select id from users where email = $1', [email])).id);
  return {
    makeAdmin: (email) => grantRole({ ownerDatabase: owner.database, clock }, email, 'admin'),
    earn: async (email, reviews) => {
      await earnedBy({ testDatabase }, await idOf(email), reviews);
    },
    pendingReview: async (email, comment) => {
      const { id } = await aReview(owner.database, { listenerId: await idOf(email), comment });
      await sql(
        owner.database,
        `insert into review_findings (review_id, rule, version, passed, detail)
         values ($1, 'variety', 2, false, '9 different words'), ($1, 'words', 1, true, '45 words')`,
        [id],
      );
      await sql(owner.database, "update reviews set due_at = created_at + interval '7 days' where id = $1", [
        id,
      ]);
    },
    publish: async (email, words, listener) => {
      const track = await aTrack(owner.database, { artistId: await idOf(email), title: words });
      const { id } = await aReview(owner.database, {
        track,
        comment: words,
        ...(listener ? { listenerId: await idOf(listener) } : {}),
      });
      await sql(
        owner.database,
        "update reviews set waits_for = 'first_reviews', due_at = created_at + interval '24 hours' where id = $1",
        [id],
      );
    },
    runJob: async (name) => {
      await sql(owner.database, 'select graphile_worker.add_job($1)', [name]);
    },
    completedPayouts: async () =>
      Number(
        (
          await sqlRow(
            owner.database,
            "select count(*)::int as found from payout_requests where status = 'completed'",
          )
        ).found,
      ),
    alarms: async () =>
      Number((await sqlRow(owner.database, 'select count(*)::int as found from ledger.audit()')).found),
    close: async () => {
      await owner.database.close();
      await app.database.close();
    },
  };
}
