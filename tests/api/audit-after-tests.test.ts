import { expect, test } from 'vitest';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { startEarshot } from '#tests/support/world/earshot.ts';

test('a test after which the books are not clean fails', async () => {
  const earshot = await startEarshot();
  await earshot.signIn({ userType: 'listener' });
  await asAdministrator(earshot.testDatabase.address, (client) =>
    client.query(
      `begin; set local session_replication_role = 'replica';
       insert into ledger.accounts (kind, listener_id, balance_cents, posting_count)
         select 'available', user_id, 1, 0 from profiles;
       commit`,
    ),
  );
  await expect(earshot.close()).rejects.toThrow(/^The audit of the ledger found: A\d/);
});
