/** Why the export leaves a column out; `derived`: follows from exported columns. */
type Reason = 'secret' | 'others' | 'derived' | 'operation';

interface Fate {
  /** The file of the export that holds it, or why none does. */
  readonly exported: `${string}.json` | `${string}.csv` | `left out: ${string}`;
  /** The column that says whose rows go with the account, or why rows stay. */
  readonly deleted: `gone by ${string}` | `stays: ${string}`;
  /** Columns of an exported table that the export does not read. */
  readonly unexported?: Partial<Readonly<Record<Reason, string>>>;
  /**
   * Columns that keep their values in rows that stay, besides those that say how the product runs and what others did.
   * Deletion empties or replaces all others.
   */
  readonly kept?: string;
}

const secret = 'left out: a secret, kept only as a hash or encrypted';
const derived = 'left out: counted from plays and reviews of other people';
const operation = 'left out: how the product runs, of nobody';
const withoutName = 'stays: says nothing of the person once user and profile are emptied';
export const counted = 'stays: sums that name nobody';
export const ledger = 'stays: the ledger is never rewritten';

/** What export and deletion do with each table and its columns. A new one needs a place here, and a decision. */
export const fates: Readonly<Record<string, Fate>> = {
  'public.users': {
    exported: 'account.json',
    deleted: 'stays: emptied, others refer to it',
    unexported: {
      secret: 'email_normalized password_hash',
      operation: 'suspended_at is_test suspension_reason deleted_at',
    },
    kept: 'id created_at',
  },
  'public.profiles': {
    exported: 'account.json',
    deleted: 'stays: emptied, others refer to it',
    unexported: { operation: 'created_at', derived: 'folded_name' },
    kept: 'user_id songs_uploaded reviews_completed total_earnings_cents xp_points',
  },
  'public.notices': {
    exported: 'notices.json',
    deleted: 'gone by user_id',
    unexported: { operation: 'event_key' },
  },
  'public.digest_items': { exported: 'left out: what the next notice will tell', deleted: 'gone by user_id' },
  'public.notices_switched_off': { exported: 'account.json', deleted: 'gone by user_id' },
  'public.review_lots': {
    exported: 'review-lots.json',
    deleted: 'stays: closed',
    unexported: { operation: 'payment_id subscription_id period_start cause_id' },
    kept: 'id artist_id source reviews uploads plan created_at opens_at expires_at waits_for_budget closed_at told_at',
  },
  'public.assignments': {
    exported: 'tracks.json',
    deleted: 'stays: closed',
    unexported: { operation: 'id lot_id weight stopped_for stopped_at late_at' },
    kept: 'track_id reviews taken_back assigned_at dated returning_until closed_at promised_at promise',
  },
  'public.queue_supply': { exported: operation, deleted: 'stays: names nobody' },
  'public.free_budgets': { exported: operation, deleted: 'stays: names nobody' },
  'public.upload_limits': {
    exported: 'account.json',
    deleted: withoutName,
    kept: 'user_id remaining period_start',
  },
  'public.checkouts': {
    exported: 'left out: names a page of the provider that can be paid for a day',
    deleted: 'gone by user_id',
  },
  'public.artist_subscriptions': {
    exported: 'plan.json',
    deleted: 'stays: ended, the billing refers to it',
    unexported: {
      operation:
        'billing_customer_id billing_subscription_id payment_failed next_plan past_due_since paused_for ended_for billing_price_id last_notice last_notice_at next_check_at problem cancels_at_period_end',
    },
    kept: 'user_id plan uploads_limit price_per_month_cents uploads_used_this_month active trial started_at expires_at current_period_start current_period_end',
  },
  'public.sessions': {
    exported: 'sessions.json',
    deleted: 'stays: ended and emptied',
    unexported: { secret: 'key_encrypted counter address_prefix device_mark', operation: 'rotated_at' },
    kept: 'id user_id key_encrypted counter created_at last_seen_at ended_at end_reason',
  },
  'public.push_subscriptions': {
    exported: 'sessions.json',
    deleted: 'gone by user_id',
    unexported: { secret: 'endpoint_hash device_encrypted', derived: 'user_id' },
  },
  'public.auth_audit': {
    exported: 'account-events.json',
    deleted: 'stays: only time shortens this record',
    unexported: { secret: 'address_prefix', operation: 'details', others: 'actor_id' },
    kept: 'id at user_id event address_prefix',
  },
  'public.factors': {
    exported: 'account.json',
    deleted: 'gone by user_id',
    unexported: { secret: 'secret_encrypted last_step', operation: 'created_at' },
  },
  'public.recovery_codes': { exported: secret, deleted: 'gone by user_id' },
  'public.one_time_tokens': { exported: secret, deleted: 'gone by user_id' },
  'public.idempotency_keys': { exported: 'left out: repeats answers given', deleted: 'gone by user_id' },
  'public.user_roles': {
    exported: 'left out: an admin’s account stays',
    deleted: 'stays: who was an admin when',
  },
  'public.account_deletions': { exported: 'left out: there is none yet', deleted: 'stays: the record of it' },
  'public.artist_tracks': {
    exported: 'tracks.json',
    deleted: 'stays: in the histories of listeners',
    unexported: {
      operation: 'priority_weight reopened_seq open_places queue_rank queue_at held_until has_places',
      secret: 'content_sha256',
      derived: 'folded_title',
    },
    kept: 'id artist_id audio_file_id title genre status upload_lot_id review_count rating_sum play_count content_sha256 created_at verdict_address predecessor_id version is_blind folded_title',
  },
  'public.track_questions': {
    exported: 'tracks.json',
    deleted: 'stays: all but those of the artist',
    unexported: { operation: 'taken_down_at' },
    kept: 'id track_id place kind question choices at_second saved_at',
  },
  'public.question_answers': {
    exported: 'answers.json',
    deleted: 'stays: all but those to the artist',
    unexported: { derived: 'kind' },
    kept: 'question_id kind review_id number line',
  },
  'public.track_months': { exported: 'tracks.json', deleted: counted },
  'public.track_verdicts': { exported: derived, deleted: counted },
  'public.compared_tracks': { exported: derived, deleted: counted },
  'public.backups': { exported: operation, deleted: 'stays: names nobody' },
  'public.platform_counts': { exported: operation, deleted: counted },
  'public.artist_days': { exported: derived, deleted: counted },
  'public.artist_listeners': { exported: derived, deleted: withoutName },
  'public.audio_files': {
    exported: 'tracks.json',
    deleted: 'stays: emptied, its file is swept',
    unexported: {
      derived: 'byte_length sample_count sample_rate peaks',
      secret: 'content_sha256',
      operation: 'analysis checked_at damaged_at',
    },
    kept: 'id artist_id byte_length duration_ms sample_count sample_rate content_sha256 created_at',
  },
  'public.uploads': {
    exported: 'left out: names a file of audio/',
    deleted: 'stays: all but unfinished ones',
  },
  'public.partial_uploads': {
    exported: 'left out: not whole, for a day at most',
    deleted: 'gone by artist_id',
  },
  'public.cancelled_uploads': {
    exported: 'left out: an id of a request, for a day at most',
    deleted: 'gone by artist_id',
  },
  'public.upload_parts': { exported: 'left out: not whole', deleted: 'stays: goes with its partial upload' },
  'public.reviews': {
    exported: 'reviews-written.json',
    deleted: withoutName,
    unexported: {
      derived: 'review_month',
      others: 'decided_by appeal_decided_by',
      operation: 'due_at appeal_decided_at reward_cents is_wished waits_for due_moved assignment_id',
    },
    kept: 'id track_id listener_id artist_id rating comment status listening_time review_month earned_cents created_at decided_at decision_reason decision_note appealed_at appeal appeal_outcome appeal_note worked did_not_work to_change first_comment taken_down_at',
  },
  'public.review_notes': {
    exported: 'reviews-written.json',
    deleted: withoutName,
    kept: 'review_id place at_second note',
  },
  'public.rewards_of_days': { exported: derived, deleted: counted },
  'public.review_typing': {
    exported: 'reviews-written.json',
    deleted: 'gone by listener_id',
    unexported: { derived: 'listener_id', operation: 'sent_at' },
  },
  'public.review_findings': {
    exported: 'left out: for admins, it would teach evasion',
    deleted: withoutName,
  },
  'public.review_marks': {
    exported: 'reviews-received.json',
    deleted: 'gone by artist_id',
    unexported: { derived: 'artist_id listener_id stars is_useful counted_useful counted_at' },
  },
  'public.readings': {
    exported: 'reviews-received.json',
    deleted: 'stays: all but those that nobody read',
    unexported: {
      operation: 'id kind payout_id says_nothing',
      derived: 'listener_id',
      others: 'read_by',
    },
    kept: 'id kind review_id listener_id asked_by payout_id asked_at read_at says_nothing',
  },
  'public.standings': { exported: 'account.json', deleted: 'gone by listener_id' },
  'public.review_texts': { exported: 'left out: numbers made from the reviews', deleted: withoutName },
  'public.review_text_bands': { exported: 'left out: numbers made from the reviews', deleted: withoutName },
  'public.review_sentences': { exported: 'left out: numbers made from the reviews', deleted: withoutName },
  'public.review_drafts': {
    exported: 'drafts.json',
    deleted: 'gone by listener_id',
    unexported: { operation: 'revision' },
  },
  'public.play_events': {
    exported: 'plays.json',
    deleted: withoutName,
    unexported: { secret: 'session_id', operation: 'created_at' },
    kept: 'id track_id listener_id session_id started_at last_position seconds_played play_duration completed_60s skipped',
  },
  'public.heard_seconds': { exported: 'heard.json', deleted: 'gone by listener_id' },
  'public.stays': {
    exported: 'stays.json',
    deleted: 'gone by listener_id',
    unexported: { operation: 'whole_minute reported_at rest' },
  },
  'public.moments': {
    exported: 'moments.json',
    deleted: 'gone by listener_id',
    unexported: { derived: 'artist_id' },
  },
  'public.version_panels': { exported: operation, deleted: withoutName },
  'public.version_invitations': { exported: operation, deleted: 'gone by listener_id' },
  'public.version_comparisons': {
    exported: 'comparisons.json',
    deleted: 'gone by listener_id',
    unexported: { derived: 'artist_id', operation: 'a_id b_id former_listened_ms former_delivered' },
  },
  'public.delivered_audio': {
    exported: 'left out: told by what was heard',
    deleted: 'gone by listener_id',
  },
  'public.skipped_tracks': { exported: 'skipped.json', deleted: 'gone by listener_id' },
  'public.queue_asks': {
    exported: 'account.json',
    deleted: 'gone by listener_id',
    unexported: { operation: 'told_at told_track_id' },
  },
  'public.waiting_listeners': {
    exported: 'account.json',
    deleted: 'gone by listener_id',
    unexported: { operation: 'number' },
  },
  'public.lapsed_leases': { exported: operation, deleted: 'gone by listener_id' },
  'public.unpaid_answers': {
    exported: 'heard-unpaid.json',
    deleted: 'gone by listener_id',
    unexported: { derived: 'artist_id' },
  },
  'public.unpaid_moments': { exported: 'heard-unpaid.json', deleted: 'gone by listener_id' },
  'public.admission': { exported: operation, deleted: 'stays: names nobody' },
  'public.met_artists': { exported: 'left out: told by plays and reviews', deleted: 'gone by listener_id' },
  'public.queue_cursors': { exported: operation, deleted: 'gone by listener_id' },
  'public.leases': { exported: 'left out: told by plays and reviews', deleted: withoutName },
  'public.listening_clocks': { exported: 'left out: told by plays', deleted: withoutName },
  'public.evidence': {
    exported: 'evidence.json',
    deleted: 'stays: blinded, for twelve months, against accounts made anew',
    kept: 'user_id kind day mark tracks_served reviews_sent first_at last_at',
  },
  'public.admin_marks': {
    exported: 'left out: of admins, whose accounts stay',
    deleted: 'stays: blinded, for six months',
  },
  'public.related_acts': { exported: 'left out: for admins, it names other people', deleted: withoutName },
  'public.clusters': { exported: 'left out: for admins, it names other people', deleted: withoutName },
  'public.cluster_members': {
    exported: 'left out: for admins, it names other people',
    deleted: withoutName,
  },
  'public.sound_prints': {
    exported: 'left out: made of the artist’s own sound, which is exported',
    deleted: 'stays: gone with its track',
  },
  'public.sound_print_terms': {
    exported: 'left out: an index of sound_prints',
    deleted: 'stays: gone with its track',
  },
  'public.same_recordings': {
    exported: 'left out: for admins, it names other people',
    deleted: withoutName,
  },
  'public.clusters_looked_at': { exported: operation, deleted: withoutName },
  'public.reports': {
    exported: 'reports.json',
    deleted: 'gone by reporter_id',
    unexported: { operation: 'thing_id track_id review_id owner_id', others: 'name email decided_by' },
  },
  'public.repeated_reports': {
    exported: 'reports.json',
    deleted: 'stays: gone with its report',
    kept: 'id report_id reason statement reported_at',
  },
  'public.takedowns': {
    exported: 'takedowns.json',
    deleted: 'stays: what an admin decided, without the answer',
    unexported: { operation: 'thing_id track_id review_id', others: 'taken_by upheld_by restored_by' },
    kept: 'id kind owner_id reason sentence taken_at answered_at upheld_at upheld_sentence restored_at restored_as restored_sentence',
  },
  'public.private_links': { exported: 'private-links.json', deleted: 'gone by artist_id' },
  'public.guests': {
    exported: 'private-links.json',
    deleted: 'stays: emptied, so that a browser that opened a link is not served the track',
    unexported: {
      secret: 'device_mark',
      operation: 'delivered is_playing position_ms played_ms beat_at',
    },
    kept: 'id link_id device_mark first_opened_at last_opened_at opens is_playing position_ms played_ms beat_at',
  },
  'public.guest_moments': {
    exported: 'private-links.json',
    deleted: 'stays: gone with its guest',
    kept: 'guest_id kind at_second',
  },
  'public.circle_listeners': { exported: 'left out: told by opened links', deleted: 'gone by listener_id' },
  'public.follows': { exported: 'follows.json', deleted: 'gone by follower_id' },
  'public.payout_requests': {
    exported: 'payouts.json',
    deleted: ledger,
    unexported: {
      operation: 'request_key first_approved_at returned_at by_rule seen_payee_id',
      others: 'decided_by first_approved_by returned_by',
    },
  },
  'public.payees': {
    exported: 'payees.json',
    deleted: 'stays: emptied, the ledger’s payouts refer to it',
    unexported: { secret: 'details_encrypted destination_mark', operation: 'withdrawn_at' },
    kept: 'id user_id method country destination_mark created_at confirmed_at replaced_at',
  },
  'public.payout_holds': { exported: operation, deleted: withoutName },
  'public.payout_transfers': {
    exported: 'payouts.json',
    deleted: ledger,
    unexported: {
      operation: 'promised_from attempts sent_at provider_id next_ask_at reason cost_cents',
      derived: 'listener_id request_status',
    },
  },
  'public.payout_approvals': { exported: operation, deleted: ledger },
  'public.payout_rule_findings': { exported: operation, deleted: withoutName },
  'public.payout_exports': { exported: operation, deleted: ledger },
  'public.payout_export_lines': { exported: operation, deleted: ledger },
  'ledger.accounts': {
    exported: 'money.csv',
    deleted: ledger,
    unexported: { derived: 'balance_cents posting_count' },
  },
  'ledger.postings': { exported: 'money.csv', deleted: ledger },
  'ledger.transactions': {
    exported: 'money.csv',
    deleted: ledger,
    unexported: { derived: 'reverses posting_count gross_cents', others: 'actor' },
  },
  'ledger.corrections': {
    exported: 'money.csv',
    deleted: ledger,
    unexported: {
      derived: 'id listener_id',
      operation: 'amount_cents reason needs_second status request_key proposed_at decided_at',
      others: 'proposed_by decided_by',
    },
  },
  'ledger.withheld': {
    exported: 'payouts.json',
    deleted: ledger,
    unexported: {
      derived: 'listener_id amount_cents sentence decided_at',
      others: 'withheld_by decided_by',
    },
  },
  'ledger.test_grants': {
    exported: 'money.csv',
    deleted: ledger,
    unexported: {
      derived: 'id listener_id',
      operation: 'amount_cents request_key granted_at',
      others: 'granted_by',
    },
  },
  'ledger.payout_costs': { exported: operation, deleted: ledger },
  'ledger.rates': { exported: operation, deleted: ledger },
  'ledger.halts': { exported: operation, deleted: ledger },
  'ledger.audit_runs': { exported: operation, deleted: ledger },
  'public.test_subscriptions': { exported: 'left out: the test billing’s own books', deleted: withoutName },
  'public.test_transfers': { exported: 'left out: the test provider’s own books', deleted: ledger },
  'public.tax_limits': { exported: 'left out: of nobody', deleted: 'stays: of nobody' },
  'public.tax_details': { exported: operation, deleted: withoutName },
  'public.test_checkouts': { exported: 'left out: the test billing’s own books', deleted: withoutName },
  'public.test_payments': { exported: 'left out: the test billing’s own books', deleted: withoutName },
  'public.billing_payments': {
    exported: 'plan.json',
    deleted: withoutName,
    unexported: { operation: 'subscription_id fee_cents place', secret: 'card_mark' },
    kept: 'id user_id pack amount_cents currency period_start period_end paid_at card_mark',
  },
  'public.plan_refunds': {
    exported: 'plan.json',
    deleted: 'stays: blinded, so that a card or mailbox gets one refund',
    unexported: {
      operation: 'user_id amount_cents outcome problem refused_in_dispute asked_again',
      secret: 'mailbox_mark card_mark',
      others: 'decided_by',
    },
    kept: 'payment_id mailbox_mark card_mark decided_at',
  },
  'public.billing_reversals': {
    exported: 'plan.json',
    deleted: withoutName,
    unexported: { derived: 'id currency', operation: 'fee_cents place' },
    kept: 'id payment_id kind amount_cents currency status happened_at',
  },
  'public.billing_strays': { exported: operation, deleted: withoutName },
  'public.billing_price_checks': { exported: operation, deleted: withoutName },
  'public.billing_notices': { exported: operation, deleted: withoutName },
  'public.outbox': {
    exported: 'left out: mails that were sent',
    deleted: 'stays: all but those to the address',
  },
  'public.rate_limits': { exported: operation, deleted: 'stays: blinded, for hours at most' },
  'public.schema_functions': { exported: operation, deleted: withoutName },
  'public.server_secret': { exported: operation, deleted: withoutName },
  'public.schema_migrations': { exported: operation, deleted: withoutName },
};
