import { Volume, Volume1, Volume2, VolumeX } from 'lucide-react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { volumeStep } from '#contract/business-rules.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

function VolumeIcon({ volume }: { volume: number }) {
  const Icon = volume === 0 ? VolumeX : volume < 0.34 ? Volume : volume < 0.67 ? Volume1 : Volume2;
  return <Icon aria-hidden size={20} strokeWidth={1.75} />;
}

export interface VolumeSliderProps {
  /** 0 to 1. */
  volume: number;
  onChange: (volume: number) => void;
}

export function VolumeSlider({ volume, onChange }: VolumeSliderProps) {
  return (
    <div className="flex items-center">
      <IconButton label={volume === 0 ? 'Sound on' : 'Mute'} onPress={() => onChange(volume === 0 ? 1 : 0)}>
        <VolumeIcon volume={volume} />
      </IconButton>
      <Slider
        aria-label="Volume"
        value={volume}
        onChange={onChange}
        minValue={0}
        maxValue={1}
        step={volumeStep}
        formatOptions={{ style: 'percent' }}
        className="w-28"
      >
        <SliderTrack className="relative flex h-11 cursor-pointer items-center">
          <span className="h-[3px] w-full bg-line" />
          <span className="absolute h-[3px] bg-text" style={{ width: `${volume * 100}%` }} />
          <SliderThumb className="top-1/2 size-3.5 rounded-full bg-text" />
        </SliderTrack>
      </Slider>
    </div>
  );
}
