import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';

/** A color and a shape for each kind, so that neither alone has to be distinguished. */
export const shapes: Readonly<Record<MomentKind, string>> = {
  love: 'rounded-full bg-brass-mark',
  lost: 'rotate-45 bg-rose',
  skip: 'bg-text',
};
export const shades: Readonly<Record<MomentKind, { readonly fill: string; readonly text: string }>> = {
  love: { fill: 'bg-brass-mark', text: 'text-brass-ink' },
  lost: { fill: 'bg-rose', text: 'text-rose' },
  skip: { fill: 'bg-text', text: 'text-text' },
};
