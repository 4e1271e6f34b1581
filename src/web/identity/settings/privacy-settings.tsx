import type { Settings } from '#contract/identity/settings.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { useChangeSettings } from './settings-queries.ts';

/** Whether the profile has a public page. */
export function PrivacySettings({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  return (
    <Panel title="Privacy" level={3}>
      <Switch
        hint="Only you can see your artist page. Listeners still review your tracks."
        isSelected={settings.isPrivate}
        onChange={(isPrivate) => change.mutate({ isPrivate })}
      >
        Private profile
      </Switch>
    </Panel>
  );
}
