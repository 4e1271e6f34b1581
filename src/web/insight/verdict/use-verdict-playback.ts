import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '#contract/index.ts';
import { leadSeconds } from '#contract/insight/verdict/verdict-rules.ts';
import { callApi } from '#web/calls/api.ts';
import { fixedFailureText } from '#web/calls/error-messages.ts';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { loadFailure } from '#web/music/tracks/playback-failure.ts';
import { useWanted } from '#web/music/tracks/use-wanted.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Links are valid for an hour; an older one is replaced when play is pressed. */
const linkMilliseconds = 50 * 60_000;

export interface VerdictPlayback {
  readonly isPlaying: boolean;
  /** In seconds. */
  readonly position: number;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  /** Plays from the current position. */
  readonly play: () => void;
  /** Plays from two seconds before this one. */
  readonly playMoment: (second: number) => void;
}

/** Plays the user's own track. The audio is preloaded, so that a moment plays without delay. */
export function useVerdictPlayback(trackId: string, isPlayable: boolean): VerdictPlayback {
  const [audio] = useState(createAudioPlayer);
  const state = useSyncExternalStore(audio.subscribe, audio.state);
  const loadedAt = useRef(0);
  const loading = useRef<Promise<void>>(undefined);
  const wasAsked = useRef(false);
  const wanted = useWanted();
  useEffect(() => audio.unload, [audio]);
  useEffect(() => {
    if (state.failure !== null && wasAsked.current)
      toast({ title: 'Playback Error', body: state.failure, tone: 'wrong' });
  }, [state.failure]);

  const load = useCallback(
    (from: number) => {
      const isWanted = wanted.begin();
      const fetchSound = async () => {
        const { url } = await callApi(api.tracks.createPlaybackLink, { params: { trackId } });
        if (!isWanted()) return;
        audio.load(url, from);
        loadedAt.current = Date.now();
      };
      loading.current = fetchSound();
      return loading.current;
    },
    [audio, trackId, wanted],
  );
  // If preloading fails, it is loaded when play is pressed, which reports the error.
  useEffect(() => {
    if (isPlayable) load(0).catch(() => undefined);
  }, [load, isPlayable]);

  const playFrom = useCallback(
    async (seconds: number) => {
      const isWanted = wanted.begin();
      wasAsked.current = true;
      try {
        // A link that arrives after the press would restart the track.
        await loading.current?.catch(() => undefined);
        if (!isWanted()) return;
        const isUsable = Date.now() - loadedAt.current < linkMilliseconds && audio.state().failure === null;
        if (isUsable) audio.seek(seconds);
        else await load(seconds);
        if (isWanted()) await audio.play();
      } catch (error) {
        if (!isWanted()) return;
        toast({ title: 'Playback Error', body: fixedFailureText(error, loadFailure), tone: 'wrong' });
      }
    },
    [audio, load, wanted],
  );
  const playMoment = useCallback(
    (second: number) => void playFrom(Math.max(0, second - leadSeconds)),
    [playFrom],
  );
  const play = () => void playFrom(audio.position());
  return {
    isPlaying: state.isPlaying,
    position: state.position,
    toggle: () => (state.isPlaying ? audio.pause() : play()),
    seek: (seconds) => audio.seek(seconds),
    play,
    playMoment,
  };
}
