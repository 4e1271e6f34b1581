import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { volumeStep } from '#contract/business-rules.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';

function VolumeIcon({ volume }: { volume: number }) {
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
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
      <input
        type="range"
        aria-label="Volume"
        aria-valuetext={`${Math.round(volume * 100)}%`}
        min={0}
        max={1}
        step={volumeStep}
        value={volume}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-28 cursor-pointer accent-text"
      />
    </div>
  );
}
