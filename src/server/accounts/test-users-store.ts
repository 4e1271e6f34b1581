import { text, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const markTestUser = statement({ takes: { userId: uuid }, gives: {} })`
  update users set is_test = true where id = ${'userId'}`;

export const newestTestUser = statement({ takes: {}, gives: { email: text } })`
  select email from users where is_test and deleted_at is null order by created_at desc, id limit 1`;
