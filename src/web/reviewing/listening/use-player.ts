import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { callApi } from '#web/calls/api.ts';
import { createAudioPlayer, type PlaybackState } from '#web/music/tracks/audio-player.ts';
import { useWanted } from '#web/music/tracks/use-wanted.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { handOver, preparedFor } from './coming-track.ts';
import { type FetchedLink, fetchedNow, isStale } from './fetched-link.ts';
import { createPairAudio } from './pair-audio.ts';
import { type ServedAudio, singleAudio } from './served-audio.ts';
import { storedVolume, storeVolume } from './stored-volume.ts';

export interface Player extends PlaybackState {
  readonly volume: number;
  /** A fresh link is being fetched. */
  readonly isRefreshing: boolean;
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  /** The nearest position inside the track, in seconds. */
  readonly within: (seconds: number) => number;
  readonly setVolume: (volume: number) => void;
  /** Fetches a fresh link and continues where it stopped. */
  readonly retry: () => void;
}

/** The player of a served track, or of both compared versions. `audio` is for code that follows the playback. */
export function usePlayer(track: ServedTrack): { player: Player; audio: ServedAudio } {
  const [prepared] = useState(() => preparedFor(track.trackId));
  const [audio] = useState(() =>
    track.comparison
      ? createPairAudio({ a: track.comparison.a.level, b: track.comparison.b.level })
      : singleAudio(prepared?.audio ?? createAudioPlayer()),
  );
  const state = useSyncExternalStore(audio.subscribe, audio.state);
  const [volume, setVolume] = useVolume(audio);
  const [firstLinks] = useState(() => (prepared ? [prepared.link] : linksOf(track)));
  const [firstPosition] = useState(() => resumeAt(track));
  const { isRefreshing, refresh, isLinkStale } = useFreshLinks(audio, audioIds(track), firstLinks);
  useRefusedHiddenStart(audio);
  useEffect(() => {
    if (prepared) handOver(prepared.audio);
    if (!audio.isLoaded()) audio.loadAll(firstLinks, firstPosition);
    return audio.unload;
  }, [audio, prepared, firstLinks, firstPosition]);

  const within = (seconds: number) => Math.min(Math.max(0, seconds), track.durationSeconds);
  const retry = () => void refresh({ isTold: true });
  // Before the choice only as much is sent of each version as of the shorter one.
  const loadWhole = useEffectEvent(() => void refresh({ isTold: false, isResumed: audio.state().isPlaying }));
  const blindSeconds = useRef(
    track.comparison?.newSide === null ? track.durationSeconds : Number.POSITIVE_INFINITY,
  );
  useEffect(() => {
    if (longestSeconds(track) < blindSeconds.current + 1) return;
    blindSeconds.current = Number.POSITIVE_INFINITY;
    loadWhole();
  }, [track]);
  const play = () => {
    if (refusedForHiddenTab()) return;
    if (state.failure !== null) retry();
    else if (isLinkStale()) void refresh({ isTold: false });
    else void audio.play();
  };
  return {
    audio,
    player: {
      ...state,
      volume,
      isRefreshing,
      play,
      pause: audio.pause,
      toggle: () => (audio.state().isPlaying ? audio.pause() : play()),
      seek: (seconds) => audio.seek(within(seconds)),
      within,
      setVolume,
      retry,
    },
  };
}

/** The ids for requesting the links of what is played. */
const audioIds = ({ trackId, comparison }: ServedTrack): readonly string[] =>
  comparison ? [comparison.a.id, comparison.b.id] : [trackId];

const longestSeconds = ({ durationSeconds, comparison }: ServedTrack): number =>
  Math.max(durationSeconds, comparison?.a.durationSeconds ?? 0, comparison?.b.durationSeconds ?? 0);

const linksOf = ({ playbackLink, comparison }: ServedTrack): readonly FetchedLink[] =>
  (comparison ? [comparison.a.playbackLink, comparison.b.playbackLink] : [playbackLink]).map(fetchedNow);

/** A reload resumes at the last reported position; a finished track starts over. */
const resumeAt = ({ positionSeconds, durationSeconds }: ServedTrack): number =>
  positionSeconds < durationSeconds - 1 ? positionSeconds : 0;

function useVolume(audio: ServedAudio): [number, (volume: number) => void] {
  const [volume, setVolume] = useState(storedVolume);
  useEffect(() => audio.setVolume(volume), [audio, volume]);
  const keep = (chosen: number) => {
    setVolume(chosen);
    storeVolume(chosen);
  };
  return [volume, keep];
}

function useFreshLinks(audio: ServedAudio, ids: readonly string[], first: readonly FetchedLink[]) {
  const links = useRef(first);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const wanted = useWanted();
  const isLinkStale = () => links.current.some((link) => isStale(link));
  const refresh = async ({ isTold, isResumed: plays = true }: { isTold: boolean; isResumed?: boolean }) => {
    if (isRefreshing) return;
    const isWanted = wanted.begin();
    setIsRefreshing(true);
    if (isTold) toast({ title: 'Refreshing Audio', body: 'Getting fresh audio source...' });
    const isResumed = await resumeWithFreshLinks(audio, ids, links, { isWanted, plays });
    if (!isWanted()) return;
    setIsRefreshing(false);
    if (!isResumed) {
      toast({
        title: 'Playback Error',
        body: 'Unable to resume audio. Please refresh the page.',
        tone: 'wrong',
      });
    } else if (isTold) {
      toast({ title: 'Audio Refreshed', body: 'Resuming playback from where you left off.' });
    }
  };
  const renewStale = useEffectEvent(() => {
    if (isLinkStale()) void refresh({ isTold: true });
  });
  // A link that expires during playback shows as failed audio, which then resumes by itself.
  useEffect(() => audio.onHappening((happening) => happening === 'failed' && renewStale()), [audio]);
  return { isRefreshing, refresh, isLinkStale };
}

async function resumeWithFreshLinks(
  audio: ServedAudio,
  ids: readonly string[],
  links: { current: readonly FetchedLink[] },
  { isWanted, plays }: { isWanted: () => boolean; plays: boolean },
): Promise<boolean> {
  const position = audio.position();
  try {
    links.current = await Promise.all(
      ids.map(async (trackId) =>
        fetchedNow(await callApi(api.tracks.createPlaybackLink, { params: { trackId } })),
      ),
    );
  } catch {
    return false;
  }
  if (!isWanted()) return false;
  audio.pause();
  audio.loadAll(links.current, position);
  if (plays) await audio.play();
  return audio.state().failure === null;
}

function refusedForHiddenTab(): boolean {
  if (document.visibilityState !== 'hidden') return false;
  toast({ title: 'Tab must be visible to track listening progress', tone: 'wrong' });
  return true;
}

/** Media keys can start playback without the page's buttons. */
function useRefusedHiddenStart(audio: ServedAudio): void {
  useEffect(
    () =>
      audio.onHappening((happening) => {
        if (happening === 'started' && refusedForHiddenTab()) audio.pause();
      }),
    [audio],
  );
}
