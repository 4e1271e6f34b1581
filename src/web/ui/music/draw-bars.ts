import { levels, type Peaks } from './peaks.ts';

export interface BarMeasure {
  /** px */
  bar: number;
  /** px */
  gap: number;
}

/** A stretch of the track, from and to as parts of its length, in one color. */
export interface Stretch {
  from: number;
  to: number;
  ink: string;
  opacity?: number;
}

const lowest = 2;

/** Draws peaks as upright bars around the middle line, each stretch over those before it. */
export function drawBars(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  { peaks, measure, stretches }: { peaks: Peaks; measure: BarMeasure; stretches: readonly Stretch[] },
): void {
  const count = Math.max(1, Math.floor((width + measure.gap) / (measure.bar + measure.gap)));
  const step = (width + measure.gap) / count;
  const values = levels(peaks, count);
  const loudest = Math.max(0.3, ...values);
  const bars = new Path2D();
  values.forEach((value, index) => {
    const tall = Math.max(lowest, (value / loudest) * height);
    bars.rect(index * step, (height - tall) / 2, step - measure.gap, tall);
  });
  for (const { from, to, ink, opacity = 1 } of stretches) {
    context.save();
    context.beginPath();
    context.rect(from * width, 0, Math.max(0, to - from) * width, height);
    context.clip();
    context.globalAlpha = opacity;
    context.fillStyle = ink;
    context.fill(bars);
    context.restore();
  }
}
