import { bigint, integer, nullable } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const storedThings = statement({
  takes: {},
  gives: {
    covers: integer,
    avatars: integer,
    partialUploads: integer,
    partialBytes: bigint,
    lastSeal: nullable(integer),
  },
})`
  select
    (select count(*)::integer from artist_tracks where cover_key is not null) as covers,
    (select count(*)::integer from profiles where avatar_key is not null) as avatars,
    partial.uploads as "partialUploads", partial.bytes as "partialBytes",
    (select seal_number from ledger.audit_runs where seal_number is not null order by id desc limit 1) as "lastSeal"
  from (select count(*)::integer as uploads, coalesce(sum(received_bytes), 0)::bigint as bytes
        from partial_uploads) as partial`;
