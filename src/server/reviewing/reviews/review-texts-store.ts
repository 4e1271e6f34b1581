import {
  bigint,
  bigintList,
  boolean,
  integer,
  integerList,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

export const insertText = statement({
  takes: { reviewId: uuid, sentAt: timestamp, keys: integerList, sentenceKeys: bigintList },
  gives: {},
})`with made as (
     insert into review_texts (review_id, sent_at, keys, sentence_keys)
     values (${'reviewId'}, ${'sentAt'}, ${'keys'}, ${'sentenceKeys'}) on conflict do nothing
     returning no, keys, sentence_keys
   ), banded as (
     insert into review_text_bands (key, text_no) select distinct unnest(keys), no from made
   )
   insert into review_sentences (key, text_no) select distinct unnest(sentence_keys), no from made`;

const deleteKeys = fragment`, unsaid as (
     delete from review_sentences sentence using (select no, unnest(sentence_keys) as key from gone) as lost
      where sentence.key = lost.key and sentence.text_no = lost.no
   )
   delete from review_text_bands band using (select no, unnest(keys) as key from gone) as lost
    where band.key = lost.key and band.text_no = lost.no`;

/** Removes an edited text from the index before it is added again. */
export const removeText = statement({ takes: { reviewId: uuid }, gives: {} })`
   with gone as (delete from review_texts where review_id = ${'reviewId'} returning no, keys, sentence_keys)
   ${deleteKeys}`;

export const removeTextsBefore = statement({ takes: { before: timestamp, most: integer }, gives: {} })`
   with gone as (
     delete from review_texts where no in (
       select no from review_texts where sent_at < ${'before'} order by sent_at limit ${'most'}::integer)
     returning no, keys, sentence_keys
   )
   ${deleteKeys}`;

/** Earlier texts with one of these keys of sentences: few for each key, so that a sentence of thousands stays cheap. */
export const textsWithSentences = statement({
  takes: { reviewId: uuid, listenerId: uuid, sentAt: timestamp, since: timestamp, keys: bigintList },
  gives: { key: bigint, text: integer, isOwn: boolean },
})`select hit.key, hit.no as text, review.listener_id = ${'listenerId'} as "isOwn"
   from (select own.key, near.text_no as no from unnest(${'keys'}::bigint[]) as own (key)
     cross join lateral (
       select text_no from review_sentences sentence where sentence.key = own.key order by text_no limit 20
     ) as near) as hit
   join review_texts known on known.no = hit.no join reviews review on review.id = known.review_id
   where known.review_id <> ${'reviewId'} and known.sent_at >= ${'since'}
     and (known.sent_at, known.review_id) < (${'sentAt'}, ${'reviewId'})`;

/** Earlier texts with common bands, most first. Few of each band, so that many copies of one text stay cheap. */
export const textsAlike = statement({
  takes: { reviewId: uuid, sentAt: timestamp, since: timestamp, keys: integerList, most: integer },
  gives: { reviewId: uuid, listenerId: uuid, comment: text, sentAt: timestamp },
})`select review.id as "reviewId", review.listener_id as "listenerId", review.comment, alike.sent_at as "sentAt"
   from (
     select found.no, found.review_id, found.sent_at, found.bands
     from (
       select known.no, known.review_id, known.sent_at, hits.bands
       from (
         select near.text_no, count(*)::integer as bands
         from unnest(${'keys'}::integer[]) as own (key)
         cross join lateral (
           select band.text_no from review_text_bands band where band.key = own.key
           order by band.text_no desc limit 200
         ) as near
         group by near.text_no order by count(*) desc, near.text_no desc limit 200
       ) as hits
       join review_texts known on known.no = hits.text_no
       where known.review_id <> ${'reviewId'} and known.sent_at >= ${'since'}
         and (known.sent_at, known.review_id) < (${'sentAt'}, ${'reviewId'})
     ) as found
     order by found.bands desc, found.no desc limit ${'most'}::integer
   ) as alike
   join reviews review on review.id = alike.review_id
   order by alike.bands desc, alike.no desc`;
