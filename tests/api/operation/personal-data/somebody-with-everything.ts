import { randomBytes, randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

/** Stands in every text about the person, so that it can be looked for wherever it may have been left. */
export const mark = 'Zephyrine';

/** Has been an artist and a listener, and left a row in every table that has rows of users. */
export async function somebodyWithEverything(earshot: Earshot): Promise<ApiUser> {
  const owner = earshot.testDatabase.ownerDatabase;
  const user = await earshot.signIn({ userType: 'artist', displayName: mark });
  const { userId } = user;
  const own = await aTrack(owner, { artistId: userId, title: 'Own' });
  const received = await aReview(owner, { track: own });
  const { id: reviewId, track } = await aReview(owner, { listenerId: userId });
  const partialId = randomUUID();
  const [ownQuestion, question] = [randomUUID(), randomUUID()];
  const passwordHash = await hashPassword(password);
  const rows: readonly (readonly [text: string, ...values: unknown[]])[] = [
    [
      'update users set password_hash = $2, email = $3, email_normalized = $3 where id = $1',
      passwordHash,
      `${mark.toLowerCase()}@example.org`,
    ],
    [
      "update profiles set bio = $2, username = $2, genres = '{indie}', avatar_key = 'avatars/1' where user_id = $1",
      mark,
    ],
    [
      "update sessions set device = $2, address_prefix = '10.0', device_mark = 'one' where user_id = $1",
      mark,
    ],
    [
      `insert into push_subscriptions (session_id, user_id, endpoint_hash, device_encrypted, time_zone, created_at)
       select id, user_id, '\\x00', '\\x00', 'Europe/Berlin', now() from sessions where user_id = $1`,
    ],
    ["update artist_tracks set description = $2, cover_key = 'covers/1' where artist_id = $1", mark],
    [
      "update audio_files set analysis = 'done', peaks = decode(repeat('07', 800), 'hex'), loudness_lufs = -14 where artist_id = $1",
    ],
    ["insert into notices_switched_off (user_id, kind) values ($1, 'new_track')"],
    ["insert into checkouts (id, user_id, price_id, opened_at) values ('cs_1', $1, 'price_1', now())"],
    [
      `insert into digest_items (user_id, kind, thing_id, created_at, due_at)
       values ($1, 'new_track', gen_random_uuid(), now(), now())`,
    ],
    ["insert into notices (user_id, title, body, created_at) values ($1, 'News', 'It happened.', now())"],
    ["insert into upload_limits (user_id, remaining, period_start) values ($1, 1, '2026-01-01')"],
    [
      `insert into artist_subscriptions (user_id, plan, price_per_month_cents, active, current_period_start,
         current_period_end) values ($1, 'icon', 0, true, now(), now() + interval '90 days')`,
    ],
    [
      `insert into review_lots (artist_id, source, reviews, cause_id, created_at, opens_at, expires_at, waits_for_budget)
       values ($1, 'free', 5, $1, now(), now(), now() + interval '1 year', true)`,
    ],
    ["insert into auth_audit (user_id, event) values ($1, 'signed_in')"],
    ["insert into factors (user_id, secret_encrypted) values ($1, '\\x00')"],
    ["insert into recovery_codes (user_id, code_hash) values ($1, '\\x00')"],
    [
      `insert into one_time_tokens (token_hash, user_id, kind, new_email, expires_at)
       values ($2, $1, 'email_change', $3, now())`,
      randomBytes(32),
      `${mark}@example.net`,
    ],
    [
      "insert into idempotency_keys (user_id, call, key, request_hash, answer) values ($1, 'x', $2, '\\x00', $3)",
      randomUUID(),
      JSON.stringify({ mark }),
    ],
    ['insert into partial_uploads values ($2, $2, $1, 10, 5, now())', partialId],
    ['insert into cancelled_uploads values ($2, $1, now())', partialId],
    [
      `insert into track_questions (id, track_id, place, kind, question, choices, saved_at)
       values ($2, $3, 0, 'line', $4, '{}', now()), ($5, $6, 0, 'scale', 'How loud is it?', '{}', now())`,
      ...[ownQuestion, own.id, mark, question, track.id],
    ],
    [
      "insert into question_answers (question_id, kind, review_id, line) values ($2, 'line', $3, $4)",
      ...[ownQuestion, received.id, mark],
    ],
    [
      "insert into question_answers (question_id, kind, review_id, number) values ($2, 'scale', $3, 4)",
      ...[question, reviewId],
    ],
    ["insert into review_notes (review_id, place, at_second, note) values ($2, 0, 3, 'x')", reviewId],
    [
      `insert into review_drafts (listener_id, track_id, revision, draft, edited_at) values ($1, $2, 1, $3, now())`,
      track.id,
      JSON.stringify({ comment: mark }),
    ],
    ["insert into heard_seconds (listener_id, track_id, heard) values ($1, $2, '{[0,60)}')", track.id],
    [
      `insert into stays (listener_id, track_id, minute_at, whole_minute, reported_at)
       values ($1, $2, now(), true, now())`,
      track.id,
    ],
    [
      `insert into moments (listener_id, track_id, artist_id, kind, at_second, marked_at)
       values ($1, $2, $3, 'love', 12, now())`,
      track.id,
      track.artistId,
    ],
    [
      `insert into review_marks (review_id, artist_id, listener_id, stars, mark, marked_at)
       values ($2, $1, $3, 4, 'useful', now())`,
      received.id,
      received.listenerId,
    ],
    [
      "insert into delivered_audio (listener_id, track_id, delivered) values ($1, $2, '{[0,1000)}')",
      track.id,
    ],
    [
      `insert into version_panels (track_id, former_id, size, began_at, ends_at)
       values ($2, $2, 5, now(), now() + interval '5 days')`,
      track.id,
    ],
    ['insert into version_invitations (listener_id, track_id, invited_at) values ($1, $2, now())', track.id],
    [
      'insert into version_comparisons (listener_id, track_id, artist_id, began_at) values ($1, $2, $3, now())',
      track.id,
      track.artistId,
    ],
    [
      `insert into review_typing (review_id, listener_id, sent_at, sent_letters, typed_letters, pasted_letters, text_ms)
       select id, $1, now(), 45, 45, 0, 9000 from reviews where listener_id = $1 limit 1`,
    ],
    ['insert into skipped_tracks (listener_id, track_id, skipped_at) values ($1, $2, now())', track.id],
    [
      `insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
         recent_copied, recent_reversed, computed_at) values ($1, 'new', 0, 0, 0, 0, 0, 0, now())`,
    ],
    ['insert into queue_asks (listener_id, asked_at) values ($1, now())'],
    ['insert into waiting_listeners (listener_id, since) values ($1, now())'],
    ['insert into lapsed_leases (listener_id) values ($1)'],
    ['insert into met_artists (listener_id, artist_id, met_at) values ($1, $2, now())', track.artistId],
    [
      'insert into unpaid_answers (listener_id, track_id, artist_id, rating, answered_at) values ($1, $2, $3, 4, now())',
      track.id,
      track.artistId,
    ],
    [
      "insert into unpaid_moments (listener_id, track_id, kind, at_second) values ($1, $2, 'love', 3)",
      track.id,
    ],
    ['insert into queue_cursors (listener_id, queue_rank, reopened_seen) values ($1, 1, 0)'],
    [
      `insert into play_events (track_id, listener_id, session_id, started_at, last_position)
       values ($2, $1, $2, now(), 60)`,
      track.id,
    ],
    [
      `insert into payees (user_id, method, country, details_encrypted, destination_mark, masked)
       values ($1, 'local', 'US', '\\x00', '\\x00', $2)`,
      mark,
    ],
    [
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       values ($1, 'device', current_date, 'twenty-two-characters-', now(), now())`,
    ],
    [
      `insert into reports (kind, thing_id, track_id, owner_id, shown, reporter_id, reason, statement, reported_at)
       values ('track', $2, $2, $3, 'Night Bus', $1, 'other', $4, now())`,
      ...[track.id, track.artistId, mark],
    ],
    [
      `insert into takedowns (kind, thing_id, track_id, owner_id, shown, reason, sentence, taken_by, taken_at, answer,
         answered_at) values ('question', $2, $3, $1, $4, 'personal', 'It names somebody.', $5, now(), $4, now())`,
      ...[ownQuestion, own.id, mark, received.listenerId],
    ],
    [
      `with link as (
         insert into private_links (track_id, artist_id, name, created_at, expires_at, device_limit, shows_title)
         values ($2, $1, $3, now(), now(), 10, false) returning id),
       guest as (
         insert into guests (link_id, device_mark, first_opened_at, last_opened_at, name, line)
         select id, 'theirs', now(), now(), $3, $3 from link returning id)
       insert into guest_moments (guest_id, kind, at_second) select id, 'love', 3 from guest`,
      own.id,
      mark,
    ],
    [
      `with link as (
         insert into private_links (track_id, artist_id, name, created_at, expires_at, device_limit, shows_title)
         values ($2, $3, 'Of another artist', now(), now(), 10, false) returning id)
       insert into guests (link_id, device_mark, account_id, first_opened_at, last_opened_at, name, line, stars, heard)
       select id, 'own', $1, now(), now(), $4, $4, 5, '{[0,9)}' from link`,
      ...[track.id, track.artistId, mark],
    ],
    ['insert into circle_listeners (listener_id, track_id) values ($1, $2)', track.id],
    ['insert into follows (follower_id, artist_id, created_at) values ($1, $2, now())', track.artistId],
    [
      `insert into outbox (recipient_address, recipient_name, subject, body_text, body_html)
       select email, $2, $2, $2, $2 from users where id = $1`,
      mark,
    ],
  ];
  for (const [text, ...values] of rows) {
    // PostgreSQL wants every parameter to be named.
    const named = text.includes('$1') ? text : `with whom as (select $1::uuid) ${text}`;
    await sql(owner, named, [userId, ...values]);
  }
  await earnedBy(earshot, userId, 34);
  await sql(owner, "update profiles set user_type = 'listener' where user_id = $1", [userId]);
  const asked = await user.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const taken = { params: { payoutId: asked.id }, body: {}, idempotencyKey: randomUUID() };
  await user.get(api.wallet.cancelPayout, taken);
  return user;
}
