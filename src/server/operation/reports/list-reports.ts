import type { ReportedThing } from '#contract/operation/reports/reports.ts';
import { reportsDismissedAtOnce } from '#contract/report-reasons.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { signedCoverUrl } from '../../music/tracks/cover-rules.ts';
import { ownAmong } from '../../trust/linked-accounts/refuse-own.ts';
import { decidedReports, openReports } from './report-lists-store.ts';

const pageSize = 30;

type Row = Awaited<ReturnType<typeof openReports.only>>;

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
  const own = await ownAmong(database, callerId, rows.flatMap(peopleOf));
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.decidedAt ?? row.reportedAt, row }));
  const coverUrl = (key: string | null) => signedCoverUrl(keys.coverLinks, key, clock.now());
  return pageOfRows(placed, pageSize, ({ row }) => ({
    ...toThing(row, own),
    coverUrl: coverUrl(row.coverKey),
  }));
}

const peopleOf = ({ ownerId, artistId, reports }: Row): string[] => [
  ownerId,
  artistId,
  ...reports.flatMap(({ reporterId }) => reporterId ?? []),
];

function toThing(row: Row, own: ReadonlySet<string>): Omit<ReportedThing, 'coverUrl'> {
  const { artistId: _, coverKey: _key, reportedAt: _at, outcome, decidedAt, decidedBy, ...same } = row;
  return {
    ...same,
    decided: outcome && decidedAt && { outcome, at: decidedAt.toISOString(), by: decidedBy ?? '' },
    isOwn: peopleOf(row).some((id) => own.has(id)),
  };
}
