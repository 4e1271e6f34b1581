import type { Settings } from '#contract/settings.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { useChangeSettings } from './settings-queries.ts';

/** Who finds the profile's public page. */
export function PrivacySettings({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  return (
    <Panel title="Privacy">
      <Switch
        hint="Your public artist page is found by nobody but you. Your tracks are still reviewed."
        isSelected={settings.isPrivate}
        onChange={(isPrivate) => change.mutate({ isPrivate })}
      >
        Private profile
      </Switch>
    </Panel>
  );
}
