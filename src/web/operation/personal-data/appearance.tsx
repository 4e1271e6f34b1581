import { useSyncExternalStore } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { currentTheme, followSystemTheme, hasChosenTheme, onThemeChange } from '#web/ui/controls/theme.ts';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { Panel } from '#web/ui/display/panel.tsx';

/** The theme of this browser: chosen, or the system's. */
export function Appearance() {
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  const isChosen = useSyncExternalStore(onThemeChange, hasChosenTheme);
  return (
    <Panel title="Appearance" level={3}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <span className="text-muted">
          {isChosen ? `You chose the ${theme} theme.` : 'Follows your system until you choose.'}
        </span>
        <div className="flex items-center gap-3">
          {isChosen && (
            <Button variant="quiet" size="small" onPress={followSystemTheme}>
              Follow the system
            </Button>
          )}
          <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
        </div>
      </div>
    </Panel>
  );
}
