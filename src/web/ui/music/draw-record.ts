import type { Draw } from './paint-canvas.ts';
import { contrasted, levels, type Peaks } from './peaks.ts';
import { type Inks, inksFor, stableNumber } from './record-inks.ts';

/** Fractions of the disc's radius. */
const outer = 0.955;
const inner = 0.345;
const label = 0.27;
const spindle = 0.05;

const full = 2 * Math.PI;

interface Cut {
  radius: number;
  turns: number;
  pitch: number;
  /** The level at a position from 0 (lead-in) to 1 (run-out). */
  levelAt: (place: number) => number;
  /** The tilt of the grooves, different for each disc. */
  lean: number;
}

/** More grooves on a larger disc, but never too close to distinguish. */
function turnsFor(radius: number): number {
  const pitch = Math.max(2.6, radius / 54);
  return Math.max(6, Math.round((radius * (outer - inner)) / pitch));
}

function disc(context: CanvasRenderingContext2D, center: number, radius: number, ink: string): void {
  context.fillStyle = ink;
  context.beginPath();
  context.arc(center, center, radius, 0, full);
  context.fill();
}

/** Both edges of the groove at an angle: louder is wider and swings further. */
function edgesAt(cut: Cut, turn: number, angle: number): [number, number] {
  const place = (turn + angle / full) / cut.turns;
  const level = cut.levelAt(place);
  const lane = cut.radius * outer - (place * cut.turns + 0.5) * cut.pitch;
  const swing = Math.sin(angle * 3 + cut.lean + turn * 0.35) + 0.6 * Math.sin(angle * 7 - cut.lean);
  const middle = lane + swing * cut.pitch * 0.2 * level;
  const half = cut.pitch * (0.07 + 0.4 * level ** 1.6);
  return [middle + half, middle - half];
}

/** One revolution as a filled band: along its outer edge and back along the inner one. */
function groove(context: CanvasRenderingContext2D, cut: Cut, turn: number): void {
  const steps = Math.max(48, Math.round(cut.radius * 1.6));
  const inside: [number, number][] = [];
  context.beginPath();
  for (let step = 0; step <= steps; step++) {
    const angle = (step / steps) * full;
    const [far, near] = edgesAt(cut, turn, angle);
    const [x, y] = [Math.cos(angle - Math.PI / 2), Math.sin(angle - Math.PI / 2)];
    context.lineTo(x * far, y * far);
    inside.push([x * near, y * near]);
  }
  for (const [x, y] of inside.reverse()) context.lineTo(x, y);
  context.fill();
}

function leveller(peaks: Peaks, turns: number): Cut['levelAt'] {
  // With fewer peaks the groove is interpolated; repeated values would look like steps.
  const cut = contrasted(levels(peaks, Math.min(turns * 24, peaks.length)));
  return (place) => {
    const at = Math.min(1, Math.max(0, place)) * (cut.length - 1);
    const [from, to] = [cut[Math.floor(at)] ?? 0, cut[Math.ceil(at)] ?? 0];
    return from + (to - from) * (at % 1);
  };
}

/** A track's record: its id determines the inks and the tilt of the grooves. */
export const drawRecordOf = (id: string, peaks: Peaks): Draw => {
  const look = { peaks, inks: inksFor(id), lean: (stableNumber(id) >>> 8) % 7 };
  return (context, width) => drawRecord(context, width, look);
};

/** Draws a record into a square of `size` pixels. Its groove is one spiral: the track from the rim to the label. */
function drawRecord(
  context: CanvasRenderingContext2D,
  size: number,
  { peaks, inks, lean }: { peaks: Peaks; inks: Inks; lean: number },
): void {
  const radius = size / 2;
  const turns = turnsFor(radius);
  const pitch = (radius * (outer - inner)) / turns;
  const cut: Cut = { radius, turns, pitch, levelAt: leveller(peaks, turns), lean };
  disc(context, radius, radius, inks.disc);
  context.save();
  context.translate(radius, radius);
  context.fillStyle = inks.groove;
  for (let turn = 0; turn < turns; turn++) groove(context, cut, turn);
  context.restore();
  disc(context, radius, radius * label, inks.groove);
  disc(context, radius, Math.max(1.5, radius * spindle), inks.disc);
}
