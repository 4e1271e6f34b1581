import type { ReactNode } from 'react';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { BlindSwitch } from './blind-switch.tsx';
import { CoverField } from './cover-field.tsx';
import type { TrackOptions } from './track-options.ts';

export const optionsOf = ({ description, isBlind }: OwnTrack): TrackOptions => ({
  description: description ?? '',
  cover: undefined, // Unchanged.
  isBlind,
});

interface OptionFieldsProps {
  options: TrackOptions;
  set: (part: Partial<TrackOptions>) => void;
  coverUrl: string | null;
  coverHint?: string;
  /** Shown if there is no cover. */
  drawnCover?: ReactNode;
  isDisabled?: boolean;
}

/** Optional details of a track, at its upload and later. The description stands before them. */
export function OptionFields(props: OptionFieldsProps) {
  const { options, set, coverUrl, coverHint, drawnCover, isDisabled = false } = props;
  return (
    <>
      <CoverField
        currentUrl={coverUrl}
        change={options.cover}
        onChange={(cover) => set({ cover })}
        drawnCover={drawnCover}
        {...(coverHint !== undefined && { hint: coverHint })}
        isDisabled={isDisabled}
      />
      <BlindSwitch
        isSelected={options.isBlind}
        onChange={(isBlind) => set({ isBlind })}
        isDisabled={isDisabled}
      />
    </>
  );
}
