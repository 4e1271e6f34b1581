import type { DrawnMarkup } from '#contract/drawn-markup.ts';
import { drawingOf } from '#web/shell/drawing-of.tsx';
import { DemoCardFrame } from './demo-card.tsx';
import { Landing } from './landing.tsx';

/** The landing page as rendered during the build. */
export async function drawLanding(): Promise<DrawnMarkup> {
  const draw = await drawingOf('/', () => (
    <>
      <Landing />
      <DemoCardFrame isHidden />
    </>
  ));
  return draw();
}
