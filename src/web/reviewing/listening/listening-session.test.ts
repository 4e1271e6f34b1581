import { describe, expect, it } from 'vitest';
import type { StayState } from '#contract/reviewing/listening/stay-states.ts';
import {
  type ListeningHappening,
  type ListeningSession,
  newListeningSession,
  type PlayReport,
  shownSeconds,
  stepListening,
} from './listening-session.ts';

const fresh = newListeningSession(
  { listenedSeconds: 0, unlocked: false, heard: [], stay: null, compared: null },
  true,
);

function run(session: ListeningSession, happenings: readonly ListeningHappening[]) {
  const reports: PlayReport[] = [];
  let now = session;
  for (const happening of happenings) {
    const step = stepListening(now, happening);
    now = step.session;
    reports.push(...step.reports);
  }
  return { session: now, reports };
}
const started = { kind: 'started', position: 0 } as const;
const seconds = (count: number, from = 0): ListeningHappening[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'second',
    position: from + index + 1,
    isWaiting: false,
  }));
const answered = (listenedSeconds: number, unlocked = false): ListeningHappening => ({
  kind: 'answered',
  to: 'beat',
  progress: { listenedSeconds, unlocked, heard: [], stay: null, compared: null },
});
const told = (to: PlayReport['event'], stay: StayState): ListeningHappening => ({
  kind: 'answered',
  to,
  progress: { listenedSeconds: 61, unlocked: true, heard: [[0, 61]], stay, compared: null },
});

describe('time that does not count', () => {
  it('nothing counts before the track plays', () => {
    expect(shownSeconds(run(fresh, seconds(10)).session)).toBe(0);
  });

  it('nothing counts in a hidden tab, and the page says so', () => {
    const { session } = run(fresh, [started, { kind: 'hidden', position: 0 }, ...seconds(10)]);
    expect(shownSeconds(session)).toBe(0);
    expect(session.playedHidden).toBe(true);
  });

  it('nothing counts while the audio is buffering', () => {
    const { session } = run(fresh, [started, { kind: 'second', position: 0, isWaiting: true }]);
    expect(shownSeconds(session)).toBe(0);
  });

  it.each([
    ['in a hidden tab', { kind: 'hidden', position: 0 } as const, false, false],
    ['while buffering', started, true, true],
  ])(
    'a beat is reported every four seconds %s, while audio is expected',
    (_where, turn, isWaiting, playing) => {
      const waiting = seconds(8).map((second) => ({ ...second, isWaiting }) as ListeningHappening);
      const { reports } = run(fresh, [started, turn, ...waiting]);
      expect(reports.slice(2)).toEqual([
        { event: 'beat', positionSeconds: 4, playing },
        { event: 'beat', positionSeconds: 8, playing },
      ]);
    },
  );

  it('without a connection the count stops where the report that was due ends, and does not fall when it arrives', () => {
    const cut = run(fresh, [started, ...seconds(4), answered(4), ...seconds(15, 4)]).session;
    expect(shownSeconds(cut)).toBe(8);
    const back = run(cut, [{ kind: 'cutOff' }, ...seconds(5, 19), answered(8)]).session;
    expect(shownSeconds(back)).toBe(8);
    expect(shownSeconds(run(back, seconds(1, 24)).session)).toBe(9);
  });

  it('seconds heard before do not count again, and the page says so', () => {
    const back = newListeningSession(
      { listenedSeconds: 20, unlocked: false, heard: [[0, 20]], stay: null, compared: null },
      true,
    );
    const again = run(back, [started, ...seconds(20)]).session;
    expect([shownSeconds(again), again.repeats]).toEqual([20, true]);
    const onwards = run(again, seconds(3, 20)).session;
    expect([shownSeconds(onwards), onwards.repeats]).toEqual([23, false]);
  });

  it('a second that a response already contains is not heard again', () => {
    const half = run(fresh, [started, ...seconds(20)]).session;
    const marked = run(half, [
      {
        kind: 'answered',
        to: 'mark',
        progress: { listenedSeconds: 20.6, unlocked: false, heard: [[0, 21]], stay: null, compared: null },
      },
      ...seconds(1, 20),
    ]).session;
    expect([shownSeconds(marked), marked.repeats]).toEqual([21, false]);
  });

  it('the page’s own count never unlocks the review', () => {
    const { session } = run(fresh, [started, ...seconds(56), answered(56)]);
    expect(shownSeconds(run(session, seconds(9, 56)).session)).toBe(59);
  });

  it('the count is corrected by the server', () => {
    const { session } = run(fresh, [started, ...seconds(8), answered(3)]);
    expect(shownSeconds(session)).toBe(3);
  });

  it('the count stays within one second above the server’s count plus the time since its response', () => {
    const { session } = run(fresh, [started, ...seconds(4), answered(1.2), ...seconds(3)]);
    expect(shownSeconds(session)).toBeLessThanOrEqual(5);
  });
});

describe('the count', () => {
  it('grows by one for each second of visible playing', () => {
    expect(shownSeconds(run(fresh, [started, ...seconds(4), answered(4), ...seconds(3, 4)]).session)).toBe(7);
  });

  it('does not flicker if the server is slightly behind', () => {
    const { session } = run(fresh, [started, ...seconds(4), answered(3.93)]);
    expect(shownSeconds(session)).toBe(4);
    expect(shownSeconds(run(session, seconds(1, 4)).session)).toBe(5);
  });

  it('continues from what was heard before', () => {
    const later = newListeningSession(
      { listenedSeconds: 41.5, unlocked: false, heard: [], stay: null, compared: null },
      true,
    );
    expect(shownSeconds(run(later, [started, ...seconds(2)]).session)).toBe(43);
  });

  it('shows sixty as soon as the server unlocks', () => {
    const { session } = run(fresh, [started, ...seconds(60), answered(60.01, true)]);
    expect(shownSeconds(session)).toBe(60);
  });
});

describe('the play reports', () => {
  it('start with one, then follow every four seconds', () => {
    const { reports } = run(fresh, [started, ...seconds(9)]);
    expect(reports.map((report) => [report.event, report.positionSeconds])).toEqual([
      ['start', 0],
      ['beat', 4],
      ['beat', 8],
    ]);
  });

  it('include the milestones at thirty and sixty seconds at once', () => {
    const { reports } = run(fresh, [started, ...seconds(60)]);
    const milestones = reports.filter((report) => report.event === 'milestone');
    expect(milestones.map((report) => report.positionSeconds)).toEqual([30, 60]);
  });

  it('repeat every two seconds after sixty until the server unlocks, without repeating a milestone', () => {
    const { session } = run(fresh, [started, ...seconds(60), answered(58.2)]);
    const { reports } = run(session, seconds(6, 60));
    expect(reports.map(({ event, positionSeconds }) => [event, positionSeconds])).toEqual([
      ['beat', 62],
      ['beat', 64],
      ['beat', 66],
    ]);
  });

  it('do not repeat a milestone passed before the page was loaded', () => {
    const back = newListeningSession(
      { listenedSeconds: 58, unlocked: false, heard: [], stay: null, compared: null },
      true,
    );
    const { reports } = run(back, [started, ...seconds(3)]);
    expect(reports.map(({ event }) => event)).toEqual(['start', 'milestone']);
  });

  it('are sent at once if the track may have ended, playing or not', () => {
    const doubted = { kind: 'doubted', position: 4 } as const;
    expect(run(fresh, [started, doubted]).reports.at(-1)).toMatchObject({ event: 'beat', playing: true });
    expect(run(fresh, [doubted]).reports).toMatchObject([{ event: 'pause', playing: false }]);
  });

  it('contain the position before a seek, then the new one', () => {
    const { reports } = run(fresh, [
      started,
      { kind: 'seeking', position: 2.5 },
      { kind: 'sought', position: 40 },
    ]);
    expect(reports.slice(1)).toEqual([
      { event: 'beat', positionSeconds: 2.5, playing: true },
      { event: 'seek', positionSeconds: 40, playing: true },
    ]);
  });

  it('stop the server’s clock when the tab hides and restart it when it shows', () => {
    const { reports } = run(fresh, [
      started,
      { kind: 'hidden', position: 5 },
      { kind: 'visible', position: 9 },
    ]);
    expect(reports.slice(1).map((report) => report.playing)).toEqual([false, true]);
  });

  it('include a pause once, and stop once the server rejects the session', () => {
    const paused = { kind: 'paused', position: 3 } as const;
    expect(run(fresh, [started, paused, paused]).reports.map((report) => report.event)).toEqual([
      'start',
      'pause',
    ]);
    expect(run(fresh, [started, { kind: 'refused' }, paused]).reports).toHaveLength(1);
  });
});

describe('the choice after the paid minute', () => {
  const chose = { kind: 'chose', position: 61 } as const;
  const offered = run(fresh, [started, told('milestone', 'offered')]).session;
  const events = (reports: readonly PlayReport[]) => reports.map(({ event, playing }) => [event, playing]);

  it('is reported after the music has paused', () => {
    expect(events(run(offered, [chose]).reports)).toEqual([
      ['pause', false],
      ['continue', false],
    ]);
    const stopped = run(offered, [{ kind: 'paused', position: 61 }]).session;
    expect(events(run(stopped, [chose, { ...started, position: 61 }]).reports)).toEqual([
      ['continue', false],
      ['start', true],
    ]);
  });

  it('is not undone by responses from before it, but by its own', () => {
    const { session } = run(offered, [chose, told('pause', 'offered')]);
    expect(session.stay).toBe('chosen');
    expect(run(session, [told('continue', 'over')]).session.stay).toBe('over');
    expect(run(session, [told('continue', 'chosen'), told('start', 'over')]).session.stay).toBe('over');
  });

  it('ends with the first typed letter, which is reported once', () => {
    const typed = { kind: 'typed', position: 70 } as const;
    const staying = run(offered, [chose, { ...started, position: 61 }, told('continue', 'chosen')]).session;
    expect(events(run(staying, [typed, typed]).reports)).toEqual([['typed', true]]);
  });

  it('is not ended by letters typed before it, or in a page that has not played', () => {
    const typed = { kind: 'typed', position: 70 } as const;
    expect(run(offered, [typed]).reports).toEqual([]);
    const progress = {
      listenedSeconds: 61,
      unlocked: true,
      heard: [],
      stay: 'chosen' as const,
      compared: null,
    };
    expect(run(newListeningSession(progress, true), [typed]).reports).toEqual([]);
  });
});

it('a closing page sends a report only if it has played', () => {
  const left = { kind: 'left', position: 9 } as const;
  expect(run(fresh, [left]).reports).toEqual([]);
  expect(run(fresh, [started, left]).reports.at(-1)).toEqual({
    event: 'leave',
    positionSeconds: 9,
    playing: false,
  });
});

it('a mark sends a report first while the track plays', () => {
  const marked = { kind: 'marked', position: 9 } as const;
  expect(run(fresh, [marked]).reports).toEqual([]);
  expect(run(fresh, [started, marked]).reports.at(-1)?.event).toBe('mark');
});
