-- A deleted account takes along what was only about the person: the seconds heard of each track, and the place in the queue.
-- What was counted of them stays in track_retention.
grant delete on heard_seconds, queue_cursors to earshot_app;
