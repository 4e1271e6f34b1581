import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';

/** Returns the new track's id. */
export async function uploadTrack(
  artist: ApiUser,
  file: Uint8Array<ArrayBuffer>,
  title: string,
): Promise<string> {
  const uploadId = randomUUID();
  const { status } = await artist.upload(file, uploadId);
  if (status !== 200) throw new Error(`The upload was answered with ${status}.`);
  const track = await artist.get(api.tracks.createTrack, { body: { uploadId, title, genre: 'jazz' } });
  return track.id;
}

/** Plays all of a track, or a range of it, with a fresh link. */
export async function playTrack(
  user: ApiUser,
  trackId: string,
  range?: string,
): Promise<{ status: number; bytes: Buffer }> {
  const { url } = await user.get(api.tracks.createPlaybackLink, { params: { trackId } });
  const answer = await user.fetch(url, range ? { headers: { range } } : {});
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
