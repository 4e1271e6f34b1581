import type { ReportedThing } from '#contract/operation/reports/reports.ts';
import type { AdminTakedown } from '#contract/operation/reports/takedowns.ts';
import { reportsDismissedAtOnce } from '#contract/report-reasons.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { signedCoverUrl } from '../../music/tracks/cover-rules.ts';
import { ownAmong } from '../../trust/linked-accounts/refuse-own.ts';
import {
  answeredTakedowns,
  decidedReports,
  openReports,
  restoredTakedowns,
  standingTakedowns,
} from './report-lists-store.ts';

const pageSize = 30;

type ReportRow = Awaited<ReturnType<typeof openReports.only>>;

/** Lists reported items: undecided ones by their oldest report, or decided ones by the latest decision. */
export async function listReports(
  { database, keys, clock }: Pick<Dependencies, 'database' | 'keys' | 'clock'>,
  callerId: string,
  { view, cursor }: { readonly view: 'open' | 'decided'; readonly cursor?: string | undefined },
): Promise<Page<ReportedThing>> {
  const [list, start] = view === 'open' ? [openReports, oldestFirst] : [decidedReports, undefined];
  const rows = await list.all(database, {
    ...decodeCursor(cursor, start),
    most: pageSize + 1,
    atOnce: reportsDismissedAtOnce,
  });
  const own = await ownAmong(database, callerId, rows.flatMap(peopleOfReport));
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.decidedAt ?? row.reportedAt, row }));
  const coverUrl = (key: string | null) => signedCoverUrl(keys.coverLinks, key, clock.now());
  return pageOfRows(placed, pageSize, ({ row }) => ({
    ...toThing(row, own),
    coverUrl: coverUrl(row.coverKey),
  }));
}

const peopleOfReport = ({ ownerId, artistId, reports }: ReportRow): string[] => [
  ownerId,
  artistId,
  ...reports.flatMap(({ reporterId }) => reporterId ?? []),
];

function toThing(row: ReportRow, own: ReadonlySet<string>): Omit<ReportedThing, 'coverUrl'> {
  const { artistId: _, coverKey: _key, reportedAt: _at, outcome, decidedAt, decidedBy, ...same } = row;
  return {
    ...same,
    decided: outcome && decidedAt && { outcome, at: decidedAt.toISOString(), by: decidedBy ?? '' },
    isOwn: peopleOfReport(row).some((id) => own.has(id)),
  };
}

type TakedownRow = Awaited<ReturnType<typeof standingTakedowns.only>>;

const views = {
  answered: { list: answeredTakedowns, start: oldestFirst, placeOf: (row: TakedownRow) => row.answeredAt },
  standing: { list: standingTakedowns, start: undefined, placeOf: (row: TakedownRow) => row.takenAt },
  over: { list: restoredTakedowns, start: undefined, placeOf: (row: TakedownRow) => row.restoredAt },
} as const;

/** Lists takedowns: undecided answers oldest first, takedowns in force and restored ones newest first. */
export async function listTakedowns(
  { database }: Pick<Dependencies, 'database'>,
  callerId: string,
  { view, cursor }: { readonly view: keyof typeof views; readonly cursor?: string | undefined },
): Promise<Page<AdminTakedown>> {
  const { list, start, placeOf } = views[view];
  const rows = await list.all(database, { ...decodeCursor(cursor, start), most: pageSize + 1 });
  const people = rows.flatMap(peopleOfTakedown);
  const own = await ownAmong(database, callerId, people);
  const placed = rows.map((row) => ({ id: row.id, createdAt: placeOf(row) ?? row.takenAt, row }));
  return pageOfRows(placed, pageSize, ({ row }) => toTakedown(row, own));
}

const peopleOfTakedown = ({ ownerId, artistId, reporterIds }: TakedownRow): string[] => [
  ownerId,
  artistId,
  ...reporterIds,
];

function toTakedown(row: TakedownRow, own: ReadonlySet<string>): AdminTakedown {
  const {
    artistId: _,
    reporterIds: _reporters,
    restoredAt,
    restoredBy,
    restoredAs,
    restoredSentence,
    ...same
  } = row;
  return {
    ...same,
    takenAt: row.takenAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    restored: restoredAt &&
      restoredAs && {
        at: restoredAt.toISOString(),
        by: restoredBy ?? '',
        as: restoredAs,
        sentence: restoredSentence ?? '',
      },
    isOwn: peopleOfTakedown(row).some((id) => own.has(id)),
  };
}
