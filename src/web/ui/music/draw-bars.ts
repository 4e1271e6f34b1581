import { levels, type Peaks } from './peaks.ts';

export interface BarMeasure {
  /** In pixels. */
  bar: number;
  /** In pixels. */
  gap: number;
}

/** A part of the track in one color; from and to are fractions of its length. */
export interface Stretch {
  from: number;
  to: number;
  ink: string;
  opacity?: number;
}

const lowest = 2;

/** Draws peaks as bars around the middle line; later parts cover earlier ones. */
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
