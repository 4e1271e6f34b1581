import { drawBars } from './draw-bars.ts';
import { color, type Draw } from './paint-canvas.ts';
import type { Peaks } from './peaks.ts';

const measure = { bar: 2, gap: 2 };

/** Draws the small waveform of rows and cards. `progress` from 0 to 1. */
export const drawStripOf =
  (peaks: Peaks, progress = 0): Draw =>
  (context, width, height) => {
    const stretches = [
      { from: 0, to: 1, ink: color(context, 'rest') },
      { from: 0, to: progress, ink: color(context, 'brass-mark') },
    ];
    drawBars(context, { width, height }, { peaks, measure, stretches });
  };
