import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { fixedFailureText } from '#web/calls/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { createAudioPlayer } from './audio-player.ts';
import { loadFailure } from './playback-failure.ts';
import { useWanted } from './use-wanted.ts';

export interface TrackPlayback {
  /** The track that is playing or paused; null before the first. */
  readonly trackId: string | null;
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
  /** In seconds. */
  readonly position: number;
  /** A stable function, so that rows which are not playing do not rerender. */
  readonly toggle: (trackId: string) => void;
  readonly stop: () => void;
}

/** Plays the user's own tracks in place, one at a time, each with a fresh link. */
export function useTrackPlayback(): TrackPlayback {
  const [audio] = useState(createAudioPlayer);
  const state = useSyncExternalStore(audio.subscribe, audio.state);
  const [trackId, setTrackId] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const wanted = useWanted();
  useEffect(() => audio.unload, [audio]);
  useEffect(() => {
    if (state.failure !== null) toast({ title: 'Playback Error', body: state.failure, tone: 'wrong' });
  }, [state.failure]);

  const start = async (pressed: string) => {
    const isWanted = wanted.begin();
    audio.pause();
    setTrackId(pressed);
    setIsLoading(true);
    try {
      const { url } = await callApi(api.tracks.createPlaybackLink, { params: { trackId: pressed } });
      if (!isWanted()) return;
      audio.load(url);
      await audio.play();
    } catch (error) {
      if (!isWanted()) return;
      toast({ title: 'Playback Error', body: fixedFailureText(error, loadFailure), tone: 'wrong' });
    }
    if (isWanted()) setIsLoading(false);
  };
  const press = (pressed: string) => {
    if (isLoading) return;
    if (pressed !== trackId || state.failure !== null) void start(pressed);
    else if (state.isPlaying) audio.pause();
    else void audio.play();
  };
  const latestPress = useRef(press);
  useEffect(() => {
    latestPress.current = press;
  });
  const toggle = useCallback((pressed: string) => latestPress.current(pressed), []);
  const stop = () => {
    wanted.end();
    audio.unload();
    setTrackId(null);
    setIsLoading(false);
  };
  return { trackId, isPlaying: state.isPlaying, isLoading, position: state.position, toggle, stop };
}
