import { text, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const markTestUser = statement({ takes: { userId: uuid }, gives: {} })`
  update users set is_test = true where id = ${'userId'}`;

/** The newest test user who can sign in. */
export const newestTestUser = statement({ takes: {}, gives: { id: uuid, email: text } })`
  select id, email from users where is_test and deleted_at is null and suspended_at is null
  order by created_at desc, id limit 1`;

/** Until the transaction ends, no other one can create or renew a test listener. */
export const lockTestUsers = statement({ takes: {}, gives: {} })`
  select from pg_advisory_xact_lock(hashtextextended('test users', 0))`;
