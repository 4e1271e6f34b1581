import { onThemeChange } from '../controls/theme.ts';

/** Draws on a cleared canvas; width and height are in CSS pixels. */
export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

export function paintCanvas(canvas: HTMLCanvasElement, draw: Draw): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0 || height === 0) return;
  const ratio = window.devicePixelRatio;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  context.setTransform(across / width, 0, 0, down / height, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
}

/**
 * Calls back now and whenever the canvas's size, the pixel ratio or the theme changes. Returns the function that
 * unsubscribes.
 */
export function onCanvasChange(canvas: HTMLCanvasElement, changed: () => void): () => void {
  const sizes = new ResizeObserver(changed);
  sizes.observe(canvas);
  const stop = onThemeChange(changed);
  return () => {
    sizes.disconnect();
    stop();
  };
}

/** The value of a color token at this canvas. */
export function color(context: CanvasRenderingContext2D, name: string): string {
  return getComputedStyle(context.canvas).getPropertyValue(`--color-${name}`);
}
