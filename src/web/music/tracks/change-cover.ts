import { api } from '#contract/index.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { coverUploadPath } from '#contract/upload-paths.ts';
import { callApi } from '#web/calls/api.ts';
import { sendPicture } from '#web/files/send-picture.ts';

/** Sets a track's cover; null restores the drawn cover. @throws ApiRefusal, ServerUnreachable */
export const changeCover = (trackId: string, cover: File | null): Promise<OwnTrack> =>
  cover === null
    ? callApi(api.tracks.removeCover, { params: { trackId } })
    : sendPicture<OwnTrack>(coverUploadPath(trackId), cover);
