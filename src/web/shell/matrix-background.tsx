import { useEffect, useRef } from 'react';

const cell = 18;
const stepMilliseconds = 120;
const signs = 'earshot0123456789$';

interface Rain {
  readonly context: CanvasRenderingContext2D;
  readonly drops: number[];
}

/** Draws one more character per column; earlier ones fade. */
function fall({ context, drops }: Rain): void {
  const { canvas } = context;
  const { clientWidth: width, clientHeight: height } = canvas;
  const style = getComputedStyle(canvas);
  context.globalAlpha = 0.12;
  context.fillStyle = style.getPropertyValue('--color-ground');
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  context.fillStyle = style.getPropertyValue('--color-line');
  context.font = `${cell - 4}px monospace`;
  for (const [column, row] of drops.entries()) {
    const sign = signs[Math.floor(Math.random() * signs.length)] ?? '';
    context.fillText(sign, column * cell, row * cell);
    drops[column] = row * cell > height && Math.random() > 0.96 ? 0 : row + 1;
  }
}

function startRain(canvas: HTMLCanvasElement): Rain | null {
  const context = canvas.getContext('2d');
  if (context === null) return null;
  canvas.width = canvas.clientWidth;
  canvas.height = canvas.clientHeight;
  const rows = canvas.height / cell;
  const columns = Math.ceil(canvas.width / cell);
  return { context, drops: Array.from({ length: columns }, () => Math.floor(Math.random() * rows)) };
}

/** The matrix rain behind the pages, in the color of the lines; static with reduced motion. */
export function MatrixBackground() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    let rain = startRain(element);
    const fallOnce = () => {
      if (rain !== null && document.visibilityState === 'visible') fall(rain);
    };
    const fallToTheGround = () => {
      for (let row = 0; row < 24; row += 1) fallOnce();
    };
    const restart = () => {
      rain = startRain(element);
      fallToTheGround();
    };
    fallToTheGround();
    window.addEventListener('resize', restart);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = isStill ? undefined : setInterval(fallOnce, stepMilliseconds);
    return () => {
      window.removeEventListener('resize', restart);
      clearInterval(timer);
    };
  }, []);
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 -z-10">
      <canvas ref={canvas} className="size-full" />
    </div>
  );
}
