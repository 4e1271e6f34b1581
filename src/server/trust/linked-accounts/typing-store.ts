import { boolean, integer, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const typing = {
  sentLetters: integer,
  typedLetters: integer,
  pastedLetters: integer,
  textMilliseconds: integer,
};

export const insertTyping = statement({
  takes: { reviewId: uuid, listenerId: uuid, ...typing, now: timestamp },
  gives: {},
})`insert into review_typing (review_id, listener_id, sent_at, sent_letters, typed_letters, pasted_letters, text_ms)
   values (${'reviewId'}, ${'listenerId'}, ${'now'}, ${'sentLetters'}, ${'typedLetters'}, ${'pastedLetters'},
     ${'textMilliseconds'})`;

/** A new text replaces the counts. */
export const dropTyping = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from review_typing where review_id = ${'reviewId'}`;

/** The counts of the listener's reviews up to this one, newest first; reviews without counts are left out. */
export const lastTypings = statement({
  takes: { reviewId: uuid, listenerId: uuid, sentAt: timestamp, most: integer },
  gives: { isThis: boolean, ...typing },
})`select review_id = ${'reviewId'} as "isThis", sent_letters as "sentLetters", typed_letters as "typedLetters",
     pasted_letters as "pastedLetters", text_ms as "textMilliseconds"
   from review_typing
   where listener_id = ${'listenerId'} and (sent_at, review_id) <= (${'sentAt'}, ${'reviewId'})
   order by sent_at desc, review_id desc limit ${'most'}::integer`;

export const forgetTyping = statement({ takes: { before: timestamp }, gives: {} })`
  delete from review_typing where sent_at < ${'before'}`;
