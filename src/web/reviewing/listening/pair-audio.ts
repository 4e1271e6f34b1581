import { type ComparedSide, comparedSides } from '#contract/music/versions/version-rules.ts';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { correction } from './pair-rules.ts';
import type { ServedAudio } from './served-audio.ts';

const followMilliseconds = 250;
/** Long enough to avoid clicks. */
const fadeSeconds = 0.01;

const otherSide = (side: ComparedSide): ComparedSide => (side === 'a' ? 'b' : 'a');
const forBoth = <Value>(make: (side: ComparedSide) => Value): Record<ComparedSide, Value> => ({
  a: make('a'),
  b: make('b'),
});

/**
 * Two versions playing at the same position, one of them audible, each at its level. Both run all the time, so that
 * switching has no gap. Levels are gain nodes, because phones do not let pages set the volume.
 */
export function createPairAudio(levels: Readonly<Record<ComparedSide, number>>): ServedAudio {
  const elements = forBoth(() => new Audio());
  const players = forBoth((side) => createAudioPlayer(elements[side]));
  const changes = new Set<() => void>();
  let audible: ComparedSide = 'a';
  let graph: AudioGraph | undefined;
  let following: ReturnType<typeof setInterval> | undefined;
  const heard = () => players[audible];
  const silent = () => players[otherSide(audible)];

  const follow = () => {
    const { isPlaying, isWaiting } = silent().state();
    if (!isPlaying || isWaiting) return;
    const { jumps, rate } = correction(silent().position() - heard().position());
    if (jumps) silent().seek(heard().position());
    elements[otherSide(audible)].playbackRate = elements[audible].playbackRate * rate;
  };
  const endFollowing = () => {
    clearInterval(following);
    following = undefined;
  };
  const startSilent = () => {
    endFollowing();
    silent().seek(heard().position());
    void silent().play();
    following = setInterval(follow, followMilliseconds);
  };
  const stopSilent = () => {
    endFollowing();
    silent().pause();
  };
  for (const side of comparedSides) {
    players[side].onHappening((happening) => {
      if (side !== audible) return;
      if (happening === 'started') startSilent();
      else stopSilent();
    });
  }

  return {
    state: () => heard().state(),
    position: () => heard().position(),
    subscribe: (changed) => {
      const forget = comparedSides.map((side) => players[side].subscribe(changed));
      changes.add(changed);
      return () => {
        changes.delete(changed);
        for (const stop of forget) stop();
      };
    },
    onHappening: (listener) => {
      const forget = comparedSides.map((side) =>
        players[side].onHappening((happening, position) => {
          if (side === audible) listener(happening, position);
        }),
      );
      return () => {
        for (const stop of forget) stop();
      };
    },
    loadAll: (links, from) => {
      endFollowing();
      comparedSides.forEach((side, place) => {
        const link = links[place];
        if (link) players[side].load(link.url, from);
      });
    },
    isLoaded: () => comparedSides.every((side) => players[side].isLoaded()),
    unload: () => {
      endFollowing();
      for (const side of comparedSides) players[side].unload();
      // Kept, because an audio element is tied to its first graph and would be silent in a closed one.
      void graph?.suspend();
    },
    play: async () => {
      // Browsers only allow an audio graph to start on a click.
      graph ??= createGraph(elements, levels, audible);
      await graph.resume();
      // It may have been unloaded in the meantime.
      if (heard().isLoaded()) await heard().play();
    },
    pause: () => heard().pause(),
    seek: (seconds) => {
      for (const side of comparedSides) players[side].seek(seconds);
    },
    fadeOut: (milliseconds) => heard().fadeOut(milliseconds),
    setVolume: (volume) => {
      for (const side of comparedSides) players[side].setVolume(volume);
    },
    pair: {
      side: () => audible,
      switchTo: (side) => {
        if (side === audible) return;
        const { isPlaying } = heard().state();
        const position = heard().position();
        const isOver = position >= elements[side].duration;
        audible = side;
        graph?.hear(side);
        // From here on the other side is audible.
        if (isOver) heard().seek(0);
        else if (!isPlaying) heard().seek(position);
        if (isPlaying && !heard().state().isPlaying) void heard().play();
        else if (isPlaying && isOver) silent().seek(0);
        for (const changed of changes) changed();
      },
    },
  };
}

interface AudioGraph {
  readonly hear: (side: ComparedSide) => void;
  readonly resume: () => Promise<void>;
  readonly suspend: () => Promise<void>;
}

function createGraph(
  elements: Readonly<Record<ComparedSide, HTMLAudioElement>>,
  levels: Readonly<Record<ComparedSide, number>>,
  first: ComparedSide,
): AudioGraph {
  const context = new AudioContext();
  const gains = forBoth((side) => {
    const gain = new GainNode(context, { gain: side === first ? levels[side] : 0 });
    new MediaElementAudioSourceNode(context, { mediaElement: elements[side] })
      .connect(gain)
      .connect(context.destination);
    return gain.gain;
  });
  return {
    hear: (side) => {
      for (const each of comparedSides) {
        const target = each === side ? levels[each] : 0;
        gains[each].setTargetAtTime(target, context.currentTime, fadeSeconds / 3);
      }
    },
    resume: () => context.resume(),
    suspend: () => context.suspend(),
  };
}
