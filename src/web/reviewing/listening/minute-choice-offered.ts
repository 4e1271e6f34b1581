import type { Listening } from './use-listening.ts';
import type { Player } from './use-player.ts';

export const isStuck = ({ failure, isStalled }: Player): boolean => failure !== null || isStalled;

/** The paid minute is over, playback has stopped, and the listener has not chosen yet. */
export const isChoiceOffered = ({ player, stay }: Listening): boolean =>
  stay === 'offered' && !player.isPlaying && !isStuck(player);
