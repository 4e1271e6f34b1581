import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { type AudioPlayer, createAudioPlayer } from '#web/tracks/audio-player.ts';
import { type FetchedLink, fetchedNow } from './fetched-link.ts';

/** A player that has preloaded the start of its track. */
export interface PreparedPlayer {
  readonly trackId: string;
  readonly link: FetchedLink;
  readonly audio: AudioPlayer;
}

let prepared: PreparedPlayer | undefined;

/**
 * Requests the track after the served one and preloads its start, so that it plays without delay. The browser does not
 * cache audio, so the same player has to play it. Failures are ignored: the track is then loaded when it is served.
 */
export async function prepareComingTrack(): Promise<void> {
  const { track } = await callApi(api.listening.comingTrack, { body: {} }).catch(() => ({ track: null }));
  if (track === null || track.trackId === prepared?.trackId) return;
  dropComingTrack();
  const audio = createAudioPlayer();
  audio.load(track.playbackLink.url);
  prepared = { trackId: track.trackId, link: fetchedNow(track.playbackLink), audio };
}

/** The prepared player, if it is for this track. */
export const preparedFor = (trackId: string): PreparedPlayer | undefined =>
  prepared?.trackId === trackId ? prepared : undefined;

/** From now on the player belongs to the served track. */
export function handOver(audio: AudioPlayer): void {
  if (prepared?.audio === audio) prepared = undefined;
}

/** Unloads an unused prepared player. */
export function dropComingTrack(): void {
  prepared?.audio.unload();
  prepared = undefined;
}
