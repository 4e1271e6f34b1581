import { type BarMeasure, drawBars } from './draw-bars.ts';
import { color, type Draw } from './paint-canvas.ts';
import type { Peaks } from './peaks.ts';

const measure: BarMeasure = { bar: 3, gap: 2 };

/** Bars in brass for the played part and paler for the heard part, both fractions of the track's length. */
export const drawPlayed =
  (peaks: Peaks, played: number, heard: number): Draw =>
  (context, width, height) => {
    const brass = color(context, 'brass-mark');
    const stretches = [
      { from: 0, to: 1, ink: color(context, 'rest') },
      { from: played, to: heard, ink: brass, opacity: 0.5 },
      { from: 0, to: played, ink: brass },
    ];
    drawBars(context, { width, height }, { peaks, measure, stretches });
  };
