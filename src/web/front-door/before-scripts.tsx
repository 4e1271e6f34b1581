import type { DrawnMarkup } from '#contract/drawn-markup.ts';
import { drawingOf } from '#web/shell/drawing-of.tsx';
import { DemoCardFrame } from './demo-card.tsx';
import { FrontDoor } from './front-door.tsx';

/** The landing page as rendered during the build. */
export async function drawFrontDoor(): Promise<DrawnMarkup> {
  const draw = await drawingOf('/', () => (
    <>
      <FrontDoor />
      <DemoCardFrame isHidden />
    </>
  ));
  return draw();
}
