import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import type { UploadStage, VersionAnswer } from './upload-progress.ts';

type Similar = Answer<typeof api.tracks.findSimilar>['track'];

const askEveryMilliseconds = 400;
/** An analysis takes a second or two. After this time the artist is not asked. */
const longestMilliseconds = 8000;

/** Asks the artist whether an upload is a new version of the track that it sounds like; null if there is none. */
export async function askWhetherVersion(
  { uploadId, reviews }: { readonly uploadId: string; readonly reviews: number | null },
  tell: (stage: UploadStage) => void,
  signal: AbortSignal,
): Promise<VersionAnswer> {
  tell({ name: 'comparing' });
  const similar = await similarTrack(uploadId, signal);
  signal.throwIfAborted();
  if (similar === null) return null;
  return new Promise((answer, reject) => {
    tell({ name: 'asking', similar, reviews, answer });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function similarTrack(uploadId: string, signal: AbortSignal): Promise<Similar> {
  const until = performance.now() + longestMilliseconds;
  while (!signal.aborted && performance.now() < until) {
    try {
      const { isKnown, track } = await callApi(api.tracks.findSimilar, { params: { uploadId } }, { signal });
      if (isKnown) return track;
    } catch {
      // The question is optional, so the upload continues without it.
      return null;
    }
    await new Promise((done) => setTimeout(done, askEveryMilliseconds));
  }
  return null;
}
