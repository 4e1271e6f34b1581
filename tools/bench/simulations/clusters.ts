import { findMarkClusters, type MarkingListener } from '#server/statistics/mark-clusters.ts';
import { type Bar, repeat, shareOf } from './bars.ts';
import { Draws } from './draws.ts';

const durationSeconds = 180;
const kinds = 3;
const windowSeconds = 8;
const secondsApart = 5;
type Count = (draws: Draws) => number;

const upToTwo: Count = (draws) => draws.whole(0, 2);
const upToSix: Count = (draws) => draws.whole(0, 6);
const poisson: Count = (draws) => draws.poisson(1);

const whole = repeat(durationSeconds, (second) => second);
/** Everyone hears the paid minute; 35% go on for a while. */
const paidMinute = (draws: Draws): number[] =>
  whole.slice(
    0,
    draws.happens(0.35) ? Math.min(durationSeconds, 65 + Math.floor(draws.exponential(60))) : 60,
  );

interface Track {
  readonly listeners: number;
  readonly marks: Count;
  readonly heard?: (draws: Draws) => number[];
  /** How much more often the first 30 s are marked than the rest. */
  readonly early?: number;
}

function addMark(marks: number[], draw: () => number): void {
  for (let tried = 0; tried < 200; tried += 1) {
    const at = draw();
    if (marks.some((other) => Math.abs(other - at) < secondsApart)) continue;
    marks.push(at);
    return;
  }
}

function drawListener(draws: Draws, { marks, heard = () => whole, early = 1 }: Track): MarkingListener {
  const seconds = heard(draws);
  const anywhere = () => seconds[draws.whole(0, seconds.length - 1)] ?? 0;
  const weighted = () => {
    for (;;) {
      const at = anywhere();
      if (at < 30 || draws.happens(1 / early)) return at;
    }
  };
  return {
    heard: seconds,
    marks: repeat(kinds, () => {
      const drawn: number[] = [];
      repeat(marks(draws), () => addMark(drawn, weighted));
      return drawn;
    }),
  };
}

/**
 * Makes `people` of the listeners mark the same window with the first kind, in place of one of their other marks if
 * they have any.
 */
function plant(draws: Draws, listeners: readonly MarkingListener[], people: number, from: number) {
  const able = listeners.filter(({ heard }) => heard.includes(from + windowSeconds - 1));
  const planted = new Set(able.slice(0, people));
  return listeners.map((listener) => {
    if (!planted.has(listener)) return listener;
    const [first = [], ...others] = listener.marks;
    const kept = first.slice(1).filter((at) => at < from - secondsApart || at > from + windowSeconds + 4);
    return { ...listener, marks: [[...kept, draws.whole(from, from + windowSeconds - 1)], ...others] };
  });
}

const scanOf = (seed: number) => ({ durationSeconds, kinds, seed });

function falseShare(track: Track, tracks: number, seed: number): number {
  const draws = new Draws(seed);
  return shareOf(
    repeat(tracks, (at) =>
      findMarkClusters(
        repeat(track.listeners, () => drawListener(draws, track)),
        scanOf(at),
      ),
    ),
    (found) => found.length > 0,
  );
}

/** The share of tracks in which a planted moment is found within 4 s of its place. */
function foundShare(track: Track, people: number, tracks: number, seed: number): number {
  const draws = new Draws(seed);
  return shareOf(
    repeat(tracks, (at) => at),
    (at) => {
      const last = track.heard === undefined ? durationSeconds - windowSeconds : 52;
      const from = draws.whole(30, last);
      const listeners = repeat(track.listeners, () => drawListener(draws, track));
      return findMarkClusters(plant(draws, listeners, people, from), scanOf(at)).some(
        (found) => found.kind === 0 && Math.abs(found.from - from) <= 4,
      );
    },
  );
}

/** False clusters in tracks with random marks only; scanned from 0:30, if at least 6 of 8 s were heard. */
export const falseClusterBars = (tracks: number): Bar[] =>
  (
    [
      ['6 listeners, 0 to 6 marks', { listeners: 6, marks: upToSix }],
      ['12 listeners, 0 to 6 marks', { listeners: 12, marks: upToSix }],
      ['12 listeners, Poisson(1)', { listeners: 12, marks: poisson }],
      ['30 listeners, 0 to 6 marks', { listeners: 30, marks: upToSix }],
      ['12, paid minute and 35% stay, 0 to 6', { listeners: 12, marks: upToSix, heard: paidMinute }],
      ['30, paid minute and 35% stay, Poisson(1)', { listeners: 30, marks: poisson, heard: paidMinute }],
      ['12, first 30 s three times as dense, 0 to 6', { listeners: 12, marks: upToSix, early: 3 }],
      ['30, first 30 s three times as dense, 0 to 6', { listeners: 30, marks: upToSix, early: 3 }],
    ] satisfies [string, Track][]
  ).map(([name, track], at) => ({
    of: `False clusters: ${name}`,
    figure: falseShare(track, tracks, at + 1),
    atMost: 0.06,
  }));

/** The share of planted moments that are found, in a track of 180 s that everyone hears in full. */
export const foundClusterBars = (tracks: number): Bar[] => [
  {
    of: 'Found: 5 of 12, at most 2 marks',
    figure: foundShare({ listeners: 12, marks: upToTwo }, 5, tracks, 11),
    atLeast: 0.9,
  },
  {
    of: 'Found: 8 of 12, 0 to 6 marks',
    figure: foundShare({ listeners: 12, marks: upToSix }, 8, tracks, 12),
    atLeast: 0.95,
  },
  {
    of: 'Found: 7 of 12 in the paid minute, at most 2 marks',
    figure: foundShare({ listeners: 12, marks: upToTwo, heard: paidMinute }, 7, tracks, 13),
  },
  {
    of: 'Found: 10 of 30 in the paid minute, at most 2 marks',
    figure: foundShare({ listeners: 30, marks: upToTwo, heard: paidMinute }, 10, tracks, 14),
  },
];
