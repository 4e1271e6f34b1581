import type { DrawnMarkup } from '../../drawn-markup.ts';
import type { MomentKind } from '../../music/tracks/moment-kinds.ts';

/** All that strangers get of a verdict, while its artist shares it. */
export interface SharedVerdict {
  readonly title: string;
  readonly artistName: string;
  readonly durationSeconds: number;
  /** In base64; null until the audio has been analyzed. */
  readonly peaks: string | null;
  readonly listeners: number;
  readonly stayed: number;
  /** The strongest moment that more listeners marked than chance explains. */
  readonly moment: { readonly kind: MomentKind; readonly from: number; readonly to: number } | null;
}

/** What the counted listeners did, after their number. */
export const keptListening = ' kept listening after we stopped paying them.';
const verbs: Readonly<Record<MomentKind, string>> = {
  love: 'They love',
  lost: 'They get lost at',
  skip: 'They’d skip at',
};
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The sentence of a shared verdict, its figure first. */
export function sharedSentence({
  listeners,
  stayed,
  moment,
}: Pick<SharedVerdict, 'listeners' | 'stayed' | 'moment'>): [figure: string, rest: string] {
  const where = moment === null ? '' : ` ${verbs[moment.kind]} ${clock(moment.from)}.`;
  return [`${stayed} of ${listeners}`, `${keptListening}${where}`];
}

/** The public page of a verdict that is shared, and its picture. */
export const sharedVerdictPath = (address: string) => `/verdicts/${address}` as const;
export const sharedPicturePath = (address: string) => `${sharedVerdictPath(address)}/picture.png` as const;

/** The module that the build makes from the web's own components, for the server to render the page. */
export interface SharedVerdictDrawing {
  readonly makeDrawSharedVerdict: () => Promise<DrawSharedVerdict>;
}
export type DrawSharedVerdict = (shown: SharedVerdict) => DrawnMarkup;
