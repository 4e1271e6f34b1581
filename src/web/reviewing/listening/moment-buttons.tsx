import { type MomentKind, momentKinds, momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import { MomentIcon } from '#web/music/tracks/moment-icon.tsx';
import { momentAt } from '#web/music/tracks/own-moments.ts';
import { Pressable } from '#web/ui/controls/pressable.tsx';
import { KeyChip } from '#web/ui/display/key-chip.tsx';
import type { Listening } from './use-listening.ts';

interface MomentButtonsProps {
  moments: readonly Moment[];
  /** Seconds into the track. */
  position: number;
  mark: (kind: MomentKind) => void;
  /** Nothing has been heard yet. */
  isDisabled: boolean;
}

/** Marks the second that plays. */
export const markingOf = ({ player, moments, mark }: Listening): MomentButtonsProps => ({
  moments,
  position: player.position,
  mark,
  isDisabled: !player.isPlaying && player.position === 0,
});

/** Three large buttons to mark the current second. Pressing one again removes the mark. */
export function MomentButtons({ moments, position, mark, isDisabled }: MomentButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws and spaces itself
    <div
      role="group"
      aria-label="Mark this moment"
      className="grid grid-cols-[auto_auto_auto] gap-2 sm:grid-cols-3"
    >
      {momentKinds.map((kind, place) => (
        <Pressable
          key={kind}
          aria-pressed={momentAt(moments, kind, position) !== undefined}
          onPress={() => mark(kind)}
          isDisabled={isDisabled}
          keepsFocus
          aria-keyshortcuts={String(place + 1)}
          className="flex min-h-12 cursor-pointer items-center justify-center gap-2 border border-rest px-1.5 text-sm font-semibold @max-2xs:text-xs transition-colors select-none hover:border-muted hover:bg-raised disabled:cursor-default disabled:border-line disabled:text-muted aria-pressed:border-text aria-pressed:bg-raised sm:text-base"
        >
          {/* With large text on a phone there is only space for the words. */}
          <span className="@max-2xs:hidden">
            <MomentIcon kind={kind} size={18} />
          </span>
          <span className="leading-tight">{momentLabels[kind]}</span>
          <span aria-hidden className="max-md:hidden">
            <KeyChip>{String(place + 1)}</KeyChip>
          </span>
        </Pressable>
      ))}
    </div>
  );
}
