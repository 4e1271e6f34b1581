import { useEffect, useEffectEvent } from 'react';
import { skipStepSeconds } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/listening.ts';
import type { Player } from './use-player.ts';

/** Puts the track on the lock screen and lets headset and media keys work the player. */
export function useMediaSession(track: ServedTrack, player: Player): void {
  const { title, artistName } = track;
  const act = useEffectEvent((action: MediaSessionAction, offset = skipStepSeconds) => {
    if (action === 'play') player.play();
    else if (action === 'pause') player.pause();
    else player.seek(player.position + (action === 'seekforward' ? offset : -offset));
  });
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, artist: artistName, album: 'Unreleased' });
    const actions = ['play', 'pause', 'seekbackward', 'seekforward'] as const;
    for (const action of actions)
      mediaSession.setActionHandler(action, ({ seekOffset }) => act(action, seekOffset));
    return () => {
      for (const action of actions) mediaSession.setActionHandler(action, null);
      mediaSession.metadata = null;
    };
  }, [title, artistName]);
}
