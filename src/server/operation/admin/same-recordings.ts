import type { RecordingDecision, SameRecording } from '#contract/operation/admin/admin-recordings.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { ownAmong, refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import {
  decidedSameRecordings,
  endHold,
  lockSameRecording,
  openSameRecordings,
  storeRecordingDecision,
} from './same-recordings-store.ts';

const pageSize = 30;
type Needs = Pick<Dependencies, 'database' | 'clock'>;
type Row = Awaited<ReturnType<typeof openSameRecordings.all>>[number];

/** Equal recordings uploaded by two artists, latest first. */
export async function listSameRecordings(
  { database }: Needs,
  callerId: string,
  { view, cursor }: { readonly view: 'open' | 'decided'; readonly cursor?: string | undefined },
): Promise<Page<SameRecording>> {
  const statement = view === 'open' ? openSameRecordings : decidedSameRecordings;
  const rows = await statement.all(database, { ...decodeCursor(cursor), most: pageSize + 1 });
  const own = await ownAmong(database, callerId, rows.flatMap(artistsOf));
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.foundAt, row }));
  return pageOfRows(placed, pageSize, ({ row }) => shown(row, own));
}

const artistsOf = ({ earlierArtistId, laterArtistId }: Pick<Row, 'earlierArtistId' | 'laterArtistId'>) => [
  earlierArtistId,
  laterArtistId,
];

const shown = (row: Row, own: ReadonlySet<string>): SameRecording => ({
  id: row.id,
  foundAt: row.foundAt.toISOString(),
  earlier: {
    trackId: row.earlierTrackId,
    title: row.earlierTitle,
    artistId: row.earlierArtistId,
    displayName: row.earlierName,
    uploadedAt: row.earlierAt.toISOString(),
    joinedAt: row.earlierJoinedAt.toISOString(),
    durationSeconds: row.earlierMs / 1000,
    isDeleted: row.earlierDeleted,
    isTakenDown: row.earlierTakenDown,
  },
  later: {
    trackId: row.laterTrackId,
    title: row.laterTitle,
    artistId: row.laterArtistId,
    displayName: row.laterName,
    uploadedAt: row.laterAt.toISOString(),
    joinedAt: row.laterJoinedAt.toISOString(),
    durationSeconds: row.laterMs / 1000,
    isDeleted: row.laterDeleted,
    isTakenDown: row.laterTakenDown,
  },
  heldUntil: row.heldUntil?.toISOString() ?? null,
  decision: row.decision,
  note: row.note,
  isOwn: artistsOf(row).some((id) => own.has(id)),
});

/**
 * Closes an entry with a note, and the later track is served again. Takedowns are decided separately.
 * @throws Refusal not_found, own_decision, already_decided
 */
export function decideSameRecording(
  { database, clock }: Needs,
  actorId: string,
  { recordingId, decision, note }: { recordingId: string; decision: RecordingDecision; note: string },
): Promise<Record<string, never>> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const entry = (await lockSameRecording.one(tx, { id: recordingId })) ?? refuse('not_found');
    const { laterArtistId, laterId: trackId } = entry;
    await refuseOwn(tx, actorId, artistsOf(entry));
    if (entry.decision !== null) refuse('already_decided', { status: entry.decision });
    await storeRecordingDecision.run(tx, { id: recordingId, decision, note, decidedBy: actorId, now });
    await endHold.run(tx, { trackId });
    const details = { recording: recordingId, reason: note };
    const event = `recording_${decision}` as const;
    await recordAdminAct(tx, { event, userId: laterArtistId, actorId, details }, now);
    return {};
  });
}
