import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { demoModeFlag, isDemoCardShown } from '#web/browser-flags.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';

/**
 * The demo mode's floating card, at the lower edge so that it covers no part of a row. Closing it turns the browser's
 * flag off.
 */
export function DemoCard() {
  const [isShown, setShown] = useState(isDemoCardShown);
  const close = () => {
    demoModeFlag.set(false);
    setShown(false);
  };
  return isShown ? <DemoCardFrame onClose={close} /> : null;
}

interface DemoCardFrameProps {
  onClose?: () => void;
  /** As in the prerendered landing page, before the browser knows whether to show the card. */
  isHidden?: boolean;
}

export function DemoCardFrame({ onClose, isHidden = false }: DemoCardFrameProps) {
  return (
    <aside
      hidden={isHidden}
      aria-labelledby="demo-mode"
      className="sticky bottom-0 z-20 flex items-center justify-center gap-2 border-t-2 border-brass-mark bg-panel py-1 ps-4"
    >
      <div className="grow sm:flex sm:grow-0 sm:items-baseline sm:gap-3 sm:pe-4">
        <h2 id="demo-mode" className="text-lg">
          Demo Mode
        </h2>
        <p className="text-xs text-muted sm:text-sm">Testing Environment</p>
      </div>
      <Link to="/demo" className={`${buttonStyle({ size: 'small' })} whitespace-nowrap`}>
        Launch Investor Demo
      </Link>
      <button
        type="button"
        aria-label="Turn demo mode off in this browser"
        onClick={onClose}
        className="grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-text"
      >
        <X aria-hidden size={20} strokeWidth={1.75} />
      </button>
    </aside>
  );
}
