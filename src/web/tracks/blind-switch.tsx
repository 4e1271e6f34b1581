import { Switch } from '#web/ui/controls/switch.tsx';

interface BlindSwitchProps {
  isSelected: boolean;
  onChange: (isBlind: boolean) => void;
  isDisabled?: boolean;
}

/** Whether listeners hear a track without knowing whose it is. */
export const BlindSwitch = (props: BlindSwitchProps) => (
  <Switch
    {...props}
    hint="Listeners get no title, no name and no description until they have sent their review, and nobody can choose the track."
  >
    Blind listening
  </Switch>
);
