import { join } from 'node:path';
import sharp from 'sharp';

/** Two of the product's typefaces, cut to one width and weight each, for letters of Latin alphabets. License: fonts/OFL.txt. */
const fonts = {
  display: { family: 'Earshot Display', file: 'earshot-display.ttf' },
  text: { family: 'Earshot Text', file: 'earshot-text.ttf' },
} as const;
const folder = join(import.meta.dirname, 'fonts');
/** At this resolution, a point is a pixel. */
const dpi = 72;

/** A text in a box of a picture. It wraps, and a longer one is set smaller. */
export interface PictureText {
  /** Runs of one color each, as #rrggbb. */
  readonly runs: readonly { readonly text: string; readonly color: string }[];
  readonly font: keyof typeof fonts;
  /** In pixels, like the box. */
  readonly size: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Letters that the typefaces have. Emoji and other alphabets would be boxes. */
const isDrawable = (text: string): boolean =>
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text) &&
  !/\p{Extended_Pictographic}/u.test(text);

/** Draws a text as a layer of a picture; undefined if nothing of it shows, or if the typefaces lack its letters. */
export async function drawText(
  text: PictureText,
): Promise<{ input: Buffer; left: number; top: number } | undefined> {
  const { family, file } = fonts[text.font];
  const { left, top, width, height } = text;
  const markup = text.runs
    .filter((run) => run.text !== '')
    .map((run) => `<span foreground="${run.color}">${escaped(run.text)}</span>`)
    .join('');
  if (markup === '' || !text.runs.every((run) => isDrawable(run.text))) return undefined;
  const set = {
    text: markup,
    font: `${family} ${text.size}`,
    fontfile: join(folder, file),
    width,
    rgba: true,
    wrap: 'word-char',
  } as const;
  const draw = (fit: { dpi: number } | { height: number }) =>
    sharp({ text: { ...set, ...fit } })
      .png()
      .toBuffer({ resolveWithObject: true });
  const drawn = await draw({ dpi });
  const fits = drawn.info.height <= height && drawn.info.width <= width;
  return { input: fits ? drawn.data : (await draw({ height })).data, left, top };
}
