import { useEffect, useEffectEvent } from 'react';
import { skipStepSeconds } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Player } from './use-player.ts';

/** Shows the track on the lock screen, and connects headset and media keys. */
export function useMediaSession(track: ServedTrack, player: Player): void {
  const { title, artistName } = track;
  const act = useEffectEvent(({ action, seekOffset, seekTime }: MediaSessionActionDetails) => {
    const offset = seekOffset ?? skipStepSeconds;
    if (action === 'play') player.play();
    else if (action === 'pause') player.pause();
    else if (action === 'seekto') player.seek(seekTime ?? player.position);
    else player.seek(player.position + (action === 'seekforward' ? offset : -offset));
  });
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, artist: artistName ?? '', album: 'Unreleased' });
    const actions = ['play', 'pause', 'seekbackward', 'seekforward', 'seekto'] as const;
    for (const action of actions) mediaSession.setActionHandler(action, (details) => act(details));
    return () => {
      for (const action of actions) mediaSession.setActionHandler(action, null);
      mediaSession.metadata = null;
    };
  }, [title, artistName]);
  useShownPlace(player, track.durationSeconds);
}

const placeEverySeconds = 5;

/** The lock screen advances by itself, so it is only updated on start, stop and seek, and occasionally. */
function useShownPlace({ isPlaying, position }: Player, durationSeconds: number): void {
  const show = useEffectEvent(() => {
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    navigator.mediaSession.setPositionState({
      duration: durationSeconds,
      position: Math.min(position, durationSeconds),
    });
  });
  const stretch = Math.floor(position / placeEverySeconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when either changes
  useEffect(() => {
    if ('mediaSession' in navigator) show();
  }, [isPlaying, stretch]);
}
