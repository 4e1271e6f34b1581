import { momentKinds, momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import { createOwnMoments, momentAt, type OwnMoments } from '#web/music/tracks/own-moments.ts';
import { spokenDuration } from '#web/ui/display/duration.ts';
import type { GuestCalls } from './guest-calls.ts';
import { part, say } from './page-parts.ts';

interface GuestMarksNeeds {
  readonly calls: Pick<GuestCalls, 'mark' | 'unmark'>;
  readonly position: () => number;
  /** A mark was stored or removed. */
  readonly marked: () => void;
  readonly failed: (error: unknown) => void;
}

/** The three buttons that mark the current second, and the marks along the waveform. */
export function createGuestMarks({ calls, position, marked, failed }: GuestMarksNeeds) {
  const list = part('[data-marks]');
  const buttons = momentKinds.map((kind) => ({
    kind,
    button: part<HTMLButtonElement>(`[data-mark="${kind}"]`),
  }));
  let moments: OwnMoments = createOwnMoments([]);
  let duration = 0;
  let drawn: readonly Moment[] = [];

  const follow = (second: number) => {
    for (const { kind, button } of buttons) {
      button.disabled = duration === 0 || (second === 0 && moments.shown().length === 0);
      const isMarked = momentAt(moments.shown(), kind, second) !== undefined;
      button.setAttribute('aria-pressed', String(isMarked));
    }
    if (drawn === moments.shown()) return;
    drawn = moments.shown();
    list.hidden = drawn.length === 0;
    list.replaceChildren(...drawn.map((moment) => markOf(moment, duration)));
  };
  const press = async (kind: Moment['kind']) => {
    const report = moments.press(kind, position());
    const { event, atSecond } = report;
    follow(position());
    try {
      const stored = await (event === 'undo' ? calls.unmark : calls.mark)({ kind, atSecond });
      moments.arrived(report, stored.moments);
      marked();
    } catch (error) {
      moments.arrived(report);
      failed(error);
    }
    follow(position());
  };
  for (const { kind, button } of buttons) button.addEventListener('click', () => void press(kind));

  return {
    follow,
    isEmpty: () => moments.shown().length === 0,
    show: (stored: readonly Moment[], durationSeconds: number) => {
      moments = createOwnMoments(stored);
      duration = durationSeconds;
      follow(position());
    },
    clear: () => {
      moments = createOwnMoments([]);
      follow(position());
    },
    end: () => {
      duration = 0;
      for (const { button } of buttons) button.disabled = true;
    },
  };
}

/** Looks as the marks of the review player. */
function markOf({ kind, atSecond }: Moment, durationSeconds: number): HTMLLIElement {
  const mark = document.createElement('li');
  mark.className =
    'absolute -top-1 flex size-6 -translate-x-1/2 items-center justify-center rounded-full border border-line bg-ground';
  mark.style.left = `${Math.min(1, atSecond / durationSeconds) * 100}%`;
  const icon = part(`[data-mark="${kind}"] svg`).cloneNode(true);
  if (icon instanceof SVGElement) {
    icon.setAttribute('width', '12');
    icon.setAttribute('height', '12');
  }
  const name = document.createElement('span');
  name.className = 'sr-only';
  say(name, `${momentLabels[kind]} at ${spokenDuration(atSecond)}`);
  mark.append(icon, name);
  return mark;
}
