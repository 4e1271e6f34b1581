import { Heart, type LucideIcon, Meh, SkipForward } from 'lucide-react';
import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';

const icons: Readonly<Record<MomentKind, LucideIcon>> = { love: Heart, lost: Meh, skip: SkipForward };

/** The text color of each kind of mark. */
export const momentInk: Readonly<Record<MomentKind, string>> = {
  love: 'text-brass-ink',
  lost: 'text-rose',
  skip: 'text-text',
};

/** The icon of a kind of mark; kinds differ by shape as well as color. */
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
