import type { ComparedSide } from '#contract/versions/version-rules.ts';
import type { AudioPlayer } from '#web/tracks/audio-player.ts';
import type { FetchedLink } from './fetched-link.ts';

/** The sound of what is served: one track, or two versions of which one is audible. */
export interface ServedAudio extends Omit<AudioPlayer, 'load'> {
  /** Fetches all that is served, ready to go on at `from` seconds. */
  readonly loadAll: (links: readonly FetchedLink[], from: number) => void;
  /** Of a comparison: which side is audible. */
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
