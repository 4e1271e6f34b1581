import { useState } from 'react';
import { autoplayFlag } from '#web/browser-flags.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { storedVolume, storeVolume } from './stored-volume.ts';
import { VolumeSlider } from './volume-slider.tsx';

/** This browser's playback settings: the initial volume, and whether the next track starts automatically. */
export default function AudioSettings() {
  const [volume, setVolume] = useState(storedVolume);
  const [autoplays, setAutoplays] = useState(() => autoplayFlag.isOn());
  return (
    <Panel title="Audio" level={3}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-medium">Volume</span>
          <VolumeSlider
            volume={volume}
            onChange={(chosen) => {
              setVolume(chosen);
              storeVolume(chosen);
            }}
          />
        </div>
        <Switch
          hint="In the review queue, after a review or a skip. This browser only."
          isSelected={autoplays}
          onChange={(isOn) => {
            setAutoplays(isOn);
            autoplayFlag.set(isOn);
          }}
        >
          Play the next track automatically
        </Switch>
      </div>
    </Panel>
  );
}
