import { z } from 'zod';
import { call } from '../../call.ts';
import { Email } from '../../identity/accounts.ts';
import { CoverUrl } from '../../music/tracks/tracks.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Id, Timestamp } from '../../primitives.ts';
import {
  needsStatement,
  type TakedownReason as Reason,
  reasonsOf,
  reporterNameLength,
  reportStatementLength,
  reportsDismissedAtOnce,
} from '../../report-reasons.ts';
import { shownLine, shownText } from '../../shown-text.ts';
import { ReportedKind, TakedownReason } from '../../takedown.ts';

const Statement = shownText(reportStatementLength).trim();
const saysEnough = ({ reason, statement = '' }: { reason: Reason; statement?: string | undefined }) =>
  !needsStatement(reason) || statement !== '';

export const report = call({
  method: 'POST',
  path: '/api/reports',
  summary:
    'Reports a track that the caller can see or was served, a review of one of their tracks, or a question that they were asked, once each. Nothing changes until an admin decides, with one exception: a copyright report holds a track for 48 hours at most if it is the same recording as an earlier one.',
  spec: [],
  who: 'signed_in',
  body: z
    .strictObject({
      kind: ReportedKind,
      /** For a track, the id by which the caller knows it. */
      thingId: Id,
      reason: TakedownReason,
      statement: Statement.optional(),
    })
    .refine(({ kind, reason }) => reasonsOf[kind].includes(reason), 'names a reason of another kind')
    .refine(saysEnough, 'needs a statement'),
  answer: z.strictObject({}),
  status: 201,
  refusals: ['not_found', 'own_report', 'reported_already', 'reports_a_day', 'reports_ended'],
});

export const reportCopyright = call({
  method: 'POST',
  path: '/api/copyright-reports',
  summary:
    'Sends a copyright report about a public track, or the track of a private link, without an account. A second report from the same address about the same track has no effect.',
  spec: [],
  who: 'public',
  body: z.strictObject({
    /** Of a public track, or the address of a private link that is open. */
    trackId: Id,
    name: shownLine(reporterNameLength).trim().min(1),
    email: Email,
    statement: Statement.min(1),
  }),
  answer: z.strictObject({}),
  status: 201,
  refusals: ['not_found', 'reports_a_day'],
});

/** One report of a thing. */
export const SentReport = z.strictObject({
  id: Id,
  reason: TakedownReason,
  statement: z.string().nullable(),
  reportedAt: Timestamp,
  /** Null for a reporter without an account. */
  reporterId: Id.nullable(),
  reporterName: z.string(),
  /** Contact address of a reporter without an account. */
  email: z.string().nullable(),
  /** Outcomes of the reporter's earlier reports. */
  dismissed: z.int().nonnegative(),
  agreed: z.int().nonnegative(),
});

/** A reported thing with its open reports, or with reports that were decided together. */
export const ReportedThing = z.strictObject({
  /** The id of the first of these reports. */
  id: Id,
  kind: ReportedKind,
  thingId: Id,
  /** The title or text: as it is now, and as it was when reported if it has changed or is gone. */
  shown: z.string(),
  shownThen: z.string().nullable(),
  trackId: Id,
  trackTitle: z.string(),
  /** For a reported track, while it exists. */
  coverUrl: CoverUrl,
  ownerId: Id,
  ownerName: z.string(),
  /** Whether it has been taken down or deleted since. */
  state: z.enum(['there', 'taken_down', 'gone']),
  /** Earlier takedowns of the same owner's things. */
  takedownsOfOwner: z.int().nonnegative(),
  /** The earliest of its reports, at most fifty. */
  reports: z.array(SentReport),
  reportCount: z.int().positive(),
  /** The ids of the earliest reports, as many as one dismissal covers. */
  reportIds: z.array(Id).min(1).max(reportsDismissedAtOnce),
  decided: z
    .strictObject({ outcome: z.enum(['dismissed', 'taken_down', 'gone']), at: Timestamp, by: z.string() })
    .nullable(),
  /** One of the caller's accounts is involved, so another admin has to decide. */
  isOwn: z.boolean(),
  /** From a test or sample account. */
  isTest: z.boolean(),
});
export type ReportedThing = z.infer<typeof ReportedThing>;

export const listReports = call({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Lists open reports, oldest first, or decided reports, newest first.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ view: z.enum(['open', 'decided']) }),
  answer: pageOf(ReportedThing),
  status: 200,
  refusals: [],
});

export const dismissReports = call({
  method: 'POST',
  path: '/api/admin/report-dismissals',
  summary:
    'Dismisses the given open reports about one item, or closes them if the item no longer exists. Every third dismissed report of an account takes away its right to report for 90 days.',
  spec: [],
  who: 'admin',
  body: z.strictObject({
    thingId: Id,
    /** `reportIds`: the reports the caller has read. Any others stay open. */
    reportIds: z.array(Id).min(1).max(reportsDismissedAtOnce),
  }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided'],
});
