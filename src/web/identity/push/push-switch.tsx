import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pushesADay } from '#contract/identity/push-rules.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { type PushProblem, pushProblem, pushQuery, useTurnPush } from './push-queries.ts';

const problemTexts: Readonly<Record<PushProblem, string>> = {
  denied: 'You’ve blocked notifications from Earshot. Allow them in your browser’s settings for this site.',
  needs_install: 'On iPhone and iPad, add Earshot to the Home Screen first, then turn this on in the app.',
  unsupported: 'This browser can’t show notifications.',
};

/** Whether this browser shows a notification when a track waits. Asks for permission only when it is turned on. */
export default function PushSwitch() {
  const [problem, setProblem] = useState(pushProblem);
  // Without permission it is off.
  const isAllowed = problem === null && Notification.permission === 'granted';
  const state = useQuery({ ...pushQuery, enabled: isAllowed });
  const turn = useTurnPush();
  const isOn = isAllowed && state.data?.isOn === true;
  return (
    <Switch
      hint={
        problem === null
          ? `After you find the queue empty: at most ${pushesADay} a day, none from 10 PM to 8 AM. Someone else may be quicker.`
          : problemTexts[problem]
      }
      isSelected={turn.isPending ? turn.variables : isOn}
      isDisabled={problem !== null || state.isLoading || turn.isPending}
      onChange={(wanted) => turn.mutate(wanted, { onSettled: () => setProblem(pushProblem()) })}
    >
      Notify this device when a track waits
    </Switch>
  );
}
