import { Fragment, type ReactNode } from 'react';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { CoverField } from './cover-field.tsx';
import type { TrackOptions } from './track-options.ts';

interface BlindSwitchProps {
  isSelected: boolean;
  onChange: (isBlind: boolean) => void;
  isDisabled?: boolean;
}

/** Whether listeners hear a track blind. */
const BlindSwitch = (props: BlindSwitchProps) => (
  <Switch
    {...props}
    hint="Listeners don’t see the title, cover, your name or the description until they’ve sent their review. Nobody can choose the track."
  >
    Blind listening
  </Switch>
);

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
  // By option, so that none can be left without an input.
  const inputs: Readonly<Record<Exclude<keyof TrackOptions, 'description'>, ReactNode>> = {
    cover: (
      <CoverField
        currentUrl={coverUrl}
        change={options.cover}
        onChange={(cover) => set({ cover })}
        drawnCover={drawnCover}
        {...(coverHint !== undefined && { hint: coverHint })}
        isDisabled={isDisabled}
      />
    ),
    isBlind: (
      <BlindSwitch
        isSelected={options.isBlind}
        onChange={(isBlind) => set({ isBlind })}
        isDisabled={isDisabled}
      />
    ),
  };
  return Object.entries(inputs).map(([option, input]) => <Fragment key={option}>{input}</Fragment>);
}
