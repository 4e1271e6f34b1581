import type { VersionResult } from '#contract/insight/verdict/verdict.ts';
import { dayText } from '#web/ui/display/day.tsx';

type Panel = NonNullable<VersionResult['panel']>;
type Versions = Pick<VersionResult, 'version' | 'formerVersion'>;

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** "16 of 20 prefer V2 (likely 56% to 94%), 3 heard no difference". */
export function panelSentence(panel: Panel, { version, formerVersion }: Versions): string {
  const { preferredNew, preferredFormer, noDifference, interval, winner, endedAt } = panel;
  const chose = preferredNew + preferredFormer;
  if (chose + noDifference === 0) return endedAt ? 'No one compared them.' : 'No one has compared them yet.';
  if (chose === 0) return `${heardNone(noDifference)}.`;
  const isNewAhead = preferredNew >= preferredFormer;
  const ahead = isNewAhead ? preferredNew : preferredFormer;
  const likely = interval
    ? ` (likely ${percent(isNewAhead ? interval.low : 1 - interval.high)} to ${percent(isNewAhead ? interval.high : 1 - interval.low)})`
    : '';
  const ties = noDifference > 0 ? `, ${heardNone(noDifference)}` : '';
  const counts =
    preferredNew === preferredFormer
      ? `${prefer(ahead)} V${version}, ${prefer(ahead)} V${formerVersion}${ties}`
      : `${ahead} of ${chose} ${ahead === 1 ? 'prefers' : 'prefer'} V${isNewAhead ? version : formerVersion}${likely}${ties}`;
  return interval !== null && winner === null ? `Too close to call: ${counts}.` : `${counts}.`;
}

const prefer = (people: number): string => `${people} ${people === 1 ? 'prefers' : 'prefer'}`;
const heardNone = (people: number): string => `${people} heard no difference`;

/** When the result is decided, or why there is none. */
export function panelNote(panel: Panel): string {
  const { size, endedAt, endsAt, interval, isBroken } = panel;
  const counts =
    panel.preferredNew + panel.preferredFormer + panel.noDifference > 0
      ? 'These are only counts so far. '
      : '';
  if (endedAt === null)
    return `${counts}You’ll get the result when all ${size} are in, or on ${dayText(endsAt)}.`;
  if (isBroken) return `${counts}One of the two versions was removed before the comparison was over.`;
  if (interval === null) return `${counts}It takes six choices to name a winner.`;
  return 'They heard both blind, in random order and at the same volume, before they chose.';
}
