import { Switch } from '#web/ui/controls/switch.tsx';

interface BlindSwitchProps {
  isSelected: boolean;
  onChange: (isBlind: boolean) => void;
  isDisabled?: boolean;
}

/** Whether listeners hear a track blind. */
export const BlindSwitch = (props: BlindSwitchProps) => (
  <Switch
    {...props}
    hint="Listeners don’t see the title, cover, your name or the description until they’ve sent their review. Nobody can choose the track."
  >
    Blind listening
  </Switch>
);
