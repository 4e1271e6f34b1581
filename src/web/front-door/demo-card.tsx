import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { demoModeFlag, isDemoModeAllowed } from '#web/browser-flags.ts';
import { buttonStyle } from '#web/ui/button-style.ts';

/** The floating card of demo mode. Closing it turns the browser's flag off. */
export function DemoCard() {
  const [isShown, setShown] = useState(() => isDemoModeAllowed() && demoModeFlag.isOn());
  if (!isShown) return null;
  const close = () => {
    demoModeFlag.set(false);
    setShown(false);
  };
  return (
    <aside
      aria-labelledby="demo-mode"
      className="fixed inset-x-2 bottom-2 z-20 flex items-center gap-3 border border-line border-t-2 border-t-brass bg-panel p-3 sm:inset-x-4 sm:start-auto sm:bottom-4 sm:grid sm:w-72 sm:p-4"
    >
      <div className="contents sm:flex sm:items-start sm:justify-between sm:gap-3">
        <div className="grow">
          <h2 id="demo-mode" className="text-xl">
            Demo Mode
          </h2>
          <p className="text-sm text-muted">Testing Environment</p>
        </div>
        <button
          type="button"
          aria-label="Turn demo mode off in this browser"
          onClick={close}
          className="order-last -m-2 grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-text"
        >
          <X aria-hidden size={20} strokeWidth={1.75} />
        </button>
      </div>
      <Link to="/demo" className={`${buttonStyle()} sm:w-full`}>
        Launch Investor Demo
      </Link>
    </aside>
  );
}
