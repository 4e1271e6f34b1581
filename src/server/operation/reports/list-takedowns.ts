import type { AdminTakedown } from '#contract/operation/reports/takedowns.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { ownAmong } from '../../trust/linked-accounts/refuse-own.ts';
import { answeredTakedowns, restoredTakedowns, standingTakedowns } from './takedown-lists-store.ts';

const pageSize = 30;

type Row = Awaited<ReturnType<typeof standingTakedowns.only>>;

const views = {
  answered: { list: answeredTakedowns, start: oldestFirst, placeOf: (row: Row) => row.answeredAt },
  standing: { list: standingTakedowns, start: undefined, placeOf: (row: Row) => row.takenAt },
  over: { list: restoredTakedowns, start: undefined, placeOf: (row: Row) => row.restoredAt },
} as const;

/** Lists takedowns: undecided answers oldest first, takedowns in force and restored ones newest first. */
export async function listTakedowns(
  { database }: Pick<Dependencies, 'database'>,
  callerId: string,
  { view, cursor }: { readonly view: keyof typeof views; readonly cursor?: string | undefined },
): Promise<Page<AdminTakedown>> {
  const { list, start, placeOf } = views[view];
  const rows = await list.all(database, { ...decodeCursor(cursor, start), most: pageSize + 1 });
  const people = rows.flatMap(peopleOf);
  const own = await ownAmong(database, callerId, people);
  const placed = rows.map((row) => ({ id: row.id, createdAt: placeOf(row) ?? row.takenAt, row }));
  return pageOfRows(placed, pageSize, ({ row }) => toTakedown(row, own));
}

const peopleOf = ({ ownerId, artistId, reporterIds }: Row): string[] => [ownerId, artistId, ...reporterIds];

function toTakedown(row: Row, own: ReadonlySet<string>): AdminTakedown {
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
    isOwn: peopleOf(row).some((id) => own.has(id)),
  };
}
