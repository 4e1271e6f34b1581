-- Places that a refund or a dispute had closed before closed tracks were marked.
update artist_tracks set places_closed_at = now()
 where places_closed_at is null and status <> 'deleted' and places_from = 'plan' and waits_for is null
   and artist_id in (select user_id from artist_subscriptions where ended_for is not null or paused_for = 'dispute');
-- Places that moved to a version that waits are closed with the plan.
grant update (moved_places) on artist_tracks to earshot_app;
