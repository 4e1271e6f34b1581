import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { demoModeFlag, isDemoModeAllowed, matrixFlag } from '#web/browser-flags.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { demoPasswordQuery } from './test-kit-queries.ts';

/** This browser's demo mode and matrix background, and the demo's password. */
export function BrowserSwitches() {
  const [hasDemo, setDemo] = useState(() => demoModeFlag.isOn());
  const password = useQuery(demoPasswordQuery).data;
  return (
    <Panel title="This browser">
      <div className="grid gap-4">
        <Switch
          isDisabled={!isDemoModeAllowed()}
          hint={isDemoModeAllowed() ? 'Shows the demo card on the landing page.' : 'Off for this deployment.'}
          isSelected={hasDemo && isDemoModeAllowed()}
          onChange={(isOn) => {
            demoModeFlag.set(isOn);
            setDemo(isOn);
            toast({ title: `Demo Mode ${isOn ? 'enabled' : 'disabled'}` });
          }}
        >
          Demo mode
        </Switch>
        <p className="flex flex-wrap items-center gap-x-4">
          <Link to="/demo" className={`lone-link ${linkStyle}`}>
            Open the demo
          </Link>
          {password !== undefined && (
            <span className="text-muted">
              Password: <code className="text-text">{password.password}</code>
            </span>
          )}
        </p>
        <Switch
          hint="Reloads the page."
          isSelected={matrixFlag.isOn()}
          onChange={(isOn) => {
            matrixFlag.set(isOn);
            window.location.reload();
          }}
        >
          Matrix background
        </Switch>
      </div>
    </Panel>
  );
}
