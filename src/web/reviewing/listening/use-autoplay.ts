import { useEffect, useEffectEvent } from 'react';
import { autoplayFlag } from '#web/browser-flags.ts';
import type { Player } from './use-player.ts';

/** Starts a track that follows another one, if the listener wants that; never in a hidden tab. */
export function useAutoplay(player: Player, followsAnother: boolean): void {
  const start = useEffectEvent(() => player.play());
  useEffect(() => {
    if (followsAnother && autoplayFlag.isOn() && document.visibilityState === 'visible') start();
  }, [followsAnother]);
}
