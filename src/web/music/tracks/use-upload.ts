import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import type { QuestionFields } from '#contract/music/questions/questions.ts';
import type { OwnTrack, TrackFields } from '#contract/music/tracks/tracks.ts';
import { callApi } from '#web/calls/api.ts';
import { isPassing, isRefusal } from '#web/calls/api-failures.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { FileChanged, refuseIfChanged } from '#web/files/chosen-file-changed.ts';
import { useUnsentWork } from '#web/forms/unsent-work.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import type { CoverChange } from './cover-field.tsx';
import { sendUpload } from './send-upload.ts';
import { eligibilityQuery } from './track-queries.ts';
import { untilOnlineOr } from './until-online.ts';
import type { UploadStage } from './upload-progress.ts';
import { resumeDelayMilliseconds } from './upload-resume.ts';

export interface NewTrack extends TrackFields {
  readonly file: File;
  /** Uploaded once the track exists. */
  readonly cover: CoverChange;
  /** Absent: as many as an upload assigns. */
  readonly reviews?: number;
  readonly questions: QuestionFields[];
  readonly newVersionOf?: { readonly trackId: string; readonly takesBack: boolean };
}

/** The check at submit found no allowance left. */
export class UploadLimitExceeded extends Error {
  override readonly name = 'UploadLimitExceeded';
}

/** A file being uploaded. The id identifies the act, so a repeat neither stores nor counts it twice. */
interface FileOnItsWay {
  readonly file: File;
  readonly uploadId: string;
  isStored: boolean;
}

/**
 * Uploads a track: eligibility, bytes, the question about a new version, then the track. `start` resolves with null if
 * canceled and throws refusals; starting it again with the same file resumes.
 */
export function useUpload() {
  const queries = useQueryClient();
  const [stage, setStage] = useState<UploadStage | null>(null);
  const onItsWay = useRef<FileOnItsWay>(undefined);
  const stop = useRef<AbortController>(undefined);
  useUnsentWork(stage !== null);

  const start = async (track: NewTrack): Promise<OwnTrack | null> => {
    const controller = new AbortController();
    stop.current = controller;
    const known = onItsWay.current?.file === track.file ? onItsWay.current : undefined;
    const upload = known ?? { file: track.file, uploadId: crypto.randomUUID(), isStored: false };
    onItsWay.current = upload;
    // Loaded before the connection can be lost. Without it the optional question is not asked.
    const question = import('./ask-whether-version.ts').catch(() => null);
    try {
      setStage({ name: 'checking' });
      const eligibility = await queries.fetchQuery({ ...eligibilityQuery, staleTime: 0 });
      if (!eligibility.canUpload) throw new UploadLimitExceeded('Upload limit exceeded');
      controller.signal.throwIfAborted();
      if (track.cover instanceof File) await refuseIfChanged(track.cover);
      await sendBytes(upload, setStage, controller.signal);
      const asked = { uploadId: upload.uploadId, reviews: track.reviews ?? null };
      const ask = (await question)?.askWhetherVersion;
      const versionOf = track.newVersionOf ?? (await ask?.(asked, setStage, controller.signal));
      const newTrack = { ...track, ...(versionOf && { newVersionOf: versionOf }) };
      const added = await addPatiently(upload.uploadId, newTrack, setStage, controller.signal);
      if (track.cover instanceof File) await addCover(added.id, track.cover);
      setStage({ name: 'added' });
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.tracks.all }),
        queries.invalidateQueries({ queryKey: queryKeys.subscriptions.all }),
        queries.invalidateQueries({ queryKey: queryKeys.profile.all }),
      ]);
      setStage({ name: 'done' });
      onItsWay.current = undefined;
      return added;
    } catch (error) {
      setStage(null);
      const isGivenUp = controller.signal.aborted || isHopeless(error);
      if (isGivenUp) forget(upload.uploadId);
      if (isGivenUp || isRemoved(error)) onItsWay.current = undefined;
      if (controller.signal.aborted) return null;
      throw error;
    }
  };
  const cancel = () => {
    stop.current?.abort();
    // Offline, the check would wait for the connection.
    void queries.cancelQueries({ queryKey: queryKeys.subscriptions.uploadEligibility });
  };
  return { stage, start, cancel };
}

async function sendBytes(
  upload: FileOnItsWay,
  tell: (stage: UploadStage) => void,
  signal: AbortSignal,
): Promise<void> {
  const total = upload.file.size;
  if (!upload.isStored) {
    await sendUpload({
      ...upload,
      onProgress: (sent) => tell({ name: 'sending', sent, total }),
      onWait: (sent) => tell({ name: 'waiting', sent, total }),
      signal,
    });
    upload.isStored = true;
  }
  tell({ name: 'stored' });
}

/** Whether the server has deleted the upload, so that a retry needs a new id. */
const isRemoved = (error: unknown): boolean =>
  isRefusal(error, 'file_missing') ||
  isRefusal(error, 'upload_limit_exceeded') ||
  isRefusal(error, 'credit_shared') ||
  isRefusal(error, 'same_content');

/** Whether a retry of this upload cannot succeed, although the server may still have parts of it. */
const isHopeless = (error: unknown): boolean =>
  error instanceof UploadLimitExceeded || error instanceof FileChanged;

/** Cancels the upload on the server. If that fails, the server deletes it after a day. */
function forget(uploadId: string): void {
  callApi(api.tracks.cancelUpload, { params: { uploadId } }).catch(() => undefined);
}

/** The track exists, whether or not its cover can be added. */
async function addCover(trackId: string, cover: File): Promise<void> {
  try {
    const { changeCover } = await import('./change-cover.ts');
    await changeCover(trackId, cover);
  } catch (error) {
    toast(toastFor(error, coverNotAdded));
  }
}

const coverNotAdded = { title: 'Cover not added', body: 'Your track is there. Add its cover in My Tracks.' };

/** Retries after a lost response: the upload's id makes a repeat return the same track. */
async function addPatiently(
  uploadId: string,
  track: NewTrack,
  tell: (stage: UploadStage) => void,
  signal: AbortSignal,
): Promise<OwnTrack> {
  for (let failures = 1; ; failures++) {
    tell({ name: 'adding' });
    try {
      return await addTrack(uploadId, track);
    } catch (error) {
      const delay = resumeDelayMilliseconds(failures);
      if (!isPassing(error) || delay === null) throw error;
      tell({ name: 'addingLater' });
      await untilOnlineOr(delay, signal);
    }
  }
}

/** A new version is public at once, so the former cover must be excluded now instead of being removed later. */
function addTrack(uploadId: string, { file: _, cover, newVersionOf, ...fields }: NewTrack) {
  const versionOf = newVersionOf && { ...newVersionOf, ...(cover !== undefined && { keepsCover: false }) };
  return callApi(api.tracks.createTrack, {
    body: { uploadId, ...fields, ...(versionOf && { newVersionOf: versionOf }) },
  });
}
