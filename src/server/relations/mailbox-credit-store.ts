import { date, integer, text, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** Another account of this mailbox that has used a credit this month. Test and sample accounts are left out. */
export const creditOfMailbox = statement({
  takes: { userId: uuid, mark: text, periodStart: date, credits: integer },
  gives: { userId: uuid },
})`select used.user_id as "userId" from evidence theirs
    join upload_limits used on used.user_id = theirs.user_id
    join users person on person.id = used.user_id and has_bounds(person)
   where theirs.kind = 'mailbox' and theirs.mark = ${'mark'} and used.user_id <> ${'userId'}
     and used.period_start = ${'periodStart'} and used.remaining < ${'credits'}
   limit 1`;
