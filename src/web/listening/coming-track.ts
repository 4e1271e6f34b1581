import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { type AudioPlayer, createAudioPlayer } from '#web/tracks/audio-player.ts';
import { type FetchedLink, fetchedNow } from './fetched-link.ts';

/** A player that already holds the first bytes of the track it is for. */
export interface PreparedPlayer {
  readonly trackId: string;
  readonly link: FetchedLink;
  readonly audio: AudioPlayer;
}

let prepared: PreparedPlayer | undefined;

/**
 * Asks for the track that comes after the served one and fetches its first bytes, so that its sound starts at once.
 * Audio is never stored by the browser, so the very player that fetched it has to play it. A failure is no trouble: the
 * track is then fetched when it is served.
 */
export async function prepareComingTrack(): Promise<void> {
  const { track } = await callApi(api.listening.comingTrack, { body: {} }).catch(() => ({ track: null }));
  if (track === null || track.trackId === prepared?.trackId) return;
  dropComingTrack();
  const audio = createAudioPlayer();
  audio.load(track.playbackLink.url);
  prepared = { trackId: track.trackId, link: fetchedNow(track.playbackLink), audio };
}

/** The prepared player of this track, if it is the one. */
export const preparedFor = (trackId: string): PreparedPlayer | undefined =>
  prepared?.trackId === trackId ? prepared : undefined;

/** From now on the player belongs to the track that is served. */
export function handOver(audio: AudioPlayer): void {
  if (prepared?.audio === audio) prepared = undefined;
}

/** Lets go of a prepared player that nobody uses. */
export function dropComingTrack(): void {
  prepared?.audio.unload();
  prepared = undefined;
}
