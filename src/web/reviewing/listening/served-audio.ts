import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { AudioPlayer } from '#web/music/tracks/audio-player.ts';
import type { FetchedLink } from './fetched-link.ts';

/** The audio of a served track, or of two versions with one of them audible. */
export interface ServedAudio extends Omit<AudioPlayer, 'load'> {
  /** Loads everything that is served, starting at `from` seconds. */
  readonly loadAll: (links: readonly FetchedLink[], from: number) => void;
  /** In a comparison: which side is audible. */
  readonly pair: {
    readonly side: () => ComparedSide;
    /** At the same position, without a gap. */
    readonly switchTo: (side: ComparedSide) => void;
  } | null;
}

export const singleAudio = (audio: AudioPlayer): ServedAudio => ({
  ...audio,
  loadAll: ([link], from) => link && audio.load(link.url, from),
  pair: null,
});
