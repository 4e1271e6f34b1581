import { bigint, integer, json, nullable, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const entry = {
  id: bigint,
  at: timestamp,
  event: text,
  userId: nullable(uuid),
  userName: nullable(text),
  actorId: nullable(uuid),
  actorName: nullable(text),
  network: text,
  details: json<Record<string, string | number>>(),
};

const selectEntries = fragment`select a.id, a.at, a.event, a.user_id as "userId", coalesce(p.display_name, u.email) as "userName",
     a.actor_id as "actorId", actor.display_name as "actorName", a.address_prefix as network, a.details
   from auth_audit a left join users u on u.id = a.user_id left join profiles p on p.user_id = a.user_id
   left join profiles actor on actor.user_id = a.actor_id`;

// One statement per filter, so that each uses its own index.
const page = { before: bigint, most: integer };

export const allActivity = statement({
  takes: page,
  gives: entry,
})`${selectEntries}
   where a.id < ${'before'}::bigint order by a.id desc limit ${'most'}::integer`;

export const activityOfEvent = statement({
  takes: { ...page, event: text },
  gives: entry,
})`${selectEntries}
   where a.event = ${'event'} and a.id < ${'before'}::bigint order by a.id desc limit ${'most'}::integer`;

/** Entries about a user, and what the user did as an admin. */
export const activityOfUser = statement({
  takes: { ...page, userId: uuid, event: nullable(text) },
  gives: entry,
})`${selectEntries}
   where (a.user_id = ${'userId'} or a.actor_id = ${'userId'}) and a.id < ${'before'}::bigint
     and (${'event'}::text is null or a.event = ${'event'})
   order by a.id desc limit ${'most'}::integer`;
