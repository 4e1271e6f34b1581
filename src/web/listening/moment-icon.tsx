import { Heart, type LucideIcon, Meh, SkipForward } from 'lucide-react';
import type { MomentKind } from '#contract/listening/moment-kinds.ts';

const icons: Readonly<Record<MomentKind, LucideIcon>> = { love: Heart, lost: Meh, skip: SkipForward };

/** Text colors of the kinds, where a mark stands in its color. */
export const momentInk: Readonly<Record<MomentKind, string>> = {
  love: 'text-mint',
  lost: 'text-rose',
  skip: 'text-text',
};

/** The sign of a kind of moment; the kinds differ by shape as well as by color. */
export function MomentIcon({ kind, size }: { kind: MomentKind; size: number }) {
  const Icon = icons[kind];
  return (
    <Icon
      aria-hidden
      size={size}
      strokeWidth={2}
      fill={kind === 'lost' ? 'none' : 'currentColor'}
      className={momentInk[kind]}
    />
  );
}
