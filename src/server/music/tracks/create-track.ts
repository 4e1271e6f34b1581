import type { z } from 'zod';
import { experience } from '#contract/business-rules.ts';
import type { createTrack as createTrackCall, OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { Refusal, refuse } from '../../foundation/refusals.ts';
import {
  assignReviews,
  assignTakenBack,
  lockBalance,
  reviewsAtUpload,
} from '../../plans/balance/assign-reviews.ts';
import { addFreeLot } from '../../plans/balance/open-lots.ts';
import { consumeUpload } from '../../plans/subscriptions/consume-upload.ts';
import { planTerms } from '../../plans/subscriptions/eligibility-rules.ts';
import { senderMark } from '../../trust/linked-accounts/marks.ts';
import { recordEvidence } from '../../trust/linked-accounts/record-evidence.ts';
import { lookForSame } from './audio/same-recordings.ts';
import { removeUpload } from './audio/uploads.ts';
import { finishUpload, lockUpload, readTitleOfContent } from './audio/uploads-store.ts';
import { beginPanel, makeRoomForVersion, type NewVersion, returningPart } from './new-version.ts';
import { readOwnTrack } from './own-tracks.ts';
import { askFromTheStart } from './questions.ts';
import { countUploadedTrack, insertTrack } from './tracks-store.ts';

/** The job that notifies followers of a new track. */
export const trackUploadedJob = 'track-uploaded';

type NewTrack = z.output<(typeof createTrackCall)['body']>;
type UploadedTrack = NewTrack & { readonly client: Client | undefined };
type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'storage' | 'keys'>;

/**
 * Turns a stored upload into a track, or a new version of one, and consumes one upload, both in one transaction. A
 * repeat returns the same track. With a client, the upload is recorded as evidence of relations.
 * @throws Refusal file_missing; not_found and track_deleted for the former version; too_few_reviews; upload_limit_exceeded and
 * same_content, which also delete the upload
 */
export async function createTrack(
  deps: Needs,
  artistId: string,
  track: NewTrack,
  client?: Client,
): Promise<OwnTrack> {
  try {
    return await trackOfUpload(deps, artistId, track, client);
  } catch (error) {
    if (isFinal(error)) await removeUpload(deps, { uploadId: track.uploadId, artistId });
    throw error;
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && ['upload_limit_exceeded', 'credit_shared', 'same_content'].includes(error.code);

function trackOfUpload(
  deps: Needs,
  artistId: string,
  track: NewTrack,
  client: Client | undefined,
): Promise<OwnTrack> {
  return deps.database.transaction(async (transaction) => {
    const upload = await lockUpload.one(transaction, { uploadId: track.uploadId, artistId });
    if (!upload) return refuse('file_missing');
    if (client) await recordEvidence(transaction, deps, { userId: artistId, client, act: 'uploaded' });
    const trackId =
      upload.trackId ?? (await makeTrack(deps, transaction, artistId, { ...track, client }, upload));
    return readOwnTrack({ ...deps, database: transaction }, artistId, trackId);
  });
}

async function makeTrack(
  deps: Needs,
  transaction: Transaction,
  artistId: string,
  { uploadId, reviews: wanted, newVersionOf, questions = [], client, ...fields }: UploadedTrack,
  { audioFileId, contentSha256 }: { audioFileId: string; contentSha256: Buffer },
): Promise<string> {
  const now = deps.clock.now();
  const { hasBounds } = await lockBalance(transaction, artistId);
  const source = await consumeUpload(deps, transaction, artistId);
  if (source.from === 'free') {
    const sender = client && senderMark(deps.keys, client);
    await addFreeLot(deps, transaction, { artistId, hasBounds, uploadId, sender, now });
  }
  // Before anything is taken back, which is assigned apart.
  const reviews = wanted ?? (await reviewsAtUpload(transaction, { artistId, plan: source.plan, now }));
  const former = newVersionOf && { ...newVersionOf, formerId: newVersionOf.trackId, artistId };
  const version = former && (await makeRoomForVersion(transaction, former, now));
  const made = await insertTrack.one(transaction, {
    artistId,
    audioFileId,
    ...fields,
    description: fields.description || null,
    isBlind: fields.isBlind ?? false,
    priorityWeight: planTerms(source.plan).priorityWeight,
    uploadLotId: source.lotId,
    version: version?.version ?? 1,
    predecessorId: former?.formerId ?? null,
    keepsCover: former?.keepsCover ?? true,
    contentSha256,
    createdAt: now,
  });
  if (!made) {
    const same = await readTitleOfContent.one(transaction, { artistId, contentSha256 });
    return refuse('same_content', same ?? { title: fields.title });
  }
  await askFromTheStart(transaction, made.id, questions, now);
  await giveReviews(transaction, { artistId, trackId: made.id, reviews, now }, version);
  await finishUpload.run(transaction, { uploadId, trackId: made.id });
  await enqueue(transaction, { name: trackUploadedJob, payload: { trackId: made.id } });
  await lookForSame(transaction, made.id);
  await countUploadedTrack.run(transaction, { artistId, experience: experience.uploadedTrack });
  return made.id;
}

interface Given {
  readonly artistId: string;
  readonly trackId: string;
  readonly reviews: number;
  readonly now: Date;
}

/**
 * Assigns the reviews of a new track: what was taken back from its former version, and those that its artist wants, as a
 * part for returning reviewers first.
 */
async function giveReviews(
  tx: Transaction,
  { artistId, trackId, reviews, now }: Given,
  version: NewVersion | undefined,
): Promise<void> {
  const taken = version?.taken ?? [];
  const back = taken.reduce((sum, one) => sum + one.reviews, 0);
  const returning = version && returningPart(version, reviews + back, now);
  const fromLots = returning && { ...returning, reviews: Math.min(returning.reviews, reviews) };
  const fromTaken = returning && { ...returning, reviews: returning.reviews - (fromLots?.reviews ?? 0) };
  // First what has returned to its lots, so that it is not assigned twice.
  await assignTakenBack(tx, { trackId, returning: fromTaken, now }, taken);
  await assignReviews(tx, { artistId, trackId, reviews, reviewers: back, returning: fromLots, now });
  if (version && returning) {
    await beginPanel(tx, version, { trackId, size: returning.reviews, endsAt: returning.until, now });
  }
}
