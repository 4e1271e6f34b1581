import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { type AudioPlayer, createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { type FetchedLink, fetchedNow } from './fetched-link.ts';

/** A player that has preloaded the start of its track. */
export interface PreparedPlayer {
  readonly trackId: string;
  readonly link: FetchedLink;
  readonly audio: AudioPlayer;
}

let prepared: PreparedPlayer | undefined;
/** The last request. A response to an earlier one, or after the page was left, prepares nothing: nothing would unload it. */
let lastAsked = 0;

/**
 * Requests the track after the served one and preloads its start, so that it plays without delay. The browser does not
 * cache audio, so the same player has to play it. Failures are ignored: the track is then loaded when it is served.
 */
export async function prepareComingTrack(): Promise<void> {
  lastAsked += 1;
  const asked = lastAsked;
  const { track } = await callApi(api.listening.comingTrack, { body: {} }).catch(() => ({ track: null }));
  if (asked !== lastAsked || track === null || track.trackId === prepared?.trackId) return;
  prepared?.audio.unload();
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

/** Unloads an unused prepared player, also one that is still requested. */
export function dropComingTrack(): void {
  lastAsked += 1;
  prepared?.audio.unload();
  prepared = undefined;
}
