import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { demoModeFlag, isDemoCardShown } from '#web/browser-flags.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';

/**
 * The demo mode's card. It floats over the record, where it covers no button and no text; on phones it stands at the
 * end of the page. Closing it turns the browser's flag off.
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
      className="grid grid-cols-[1fr_auto] items-start gap-3 border-t-2 border-brass-mark bg-panel p-4 md:absolute md:top-20 md:right-12 md:w-58 md:border-2 md:p-3"
    >
      <div>
        <h2 id="demo-mode" className="text-lg">
          Demo Mode
        </h2>
        <p className="text-sm text-muted">Testing Environment</p>
      </div>
      <button
        type="button"
        aria-label="Turn demo mode off in this browser"
        onClick={onClose}
        className="-mt-2 -me-2 grid size-11 cursor-pointer place-items-center text-muted hover:text-text"
      >
        <X aria-hidden size={20} strokeWidth={1.75} />
      </button>
      <Link
        to="/demo"
        className={`${buttonStyle({ size: 'small' })} col-span-2 justify-self-start whitespace-nowrap`}
      >
        Launch Investor Demo
      </Link>
    </aside>
  );
}
