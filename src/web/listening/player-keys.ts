import { useEffect, useEffectEvent } from 'react';
import { skipStepSeconds } from '#contract/business-rules.ts';

/** Where keys have a meaning of their own. */
const taken =
  'input, textarea, select, button, [contenteditable], [role=slider], [role=button], [role=radio], [role=tab], ' +
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

export interface PlayerKeyActs {
  readonly toggle: () => void;
  readonly skip: (seconds: number) => void;
}

/** Space toggles, the arrows skip five seconds; only while no text field, button or slider has the focus. */
export function usePlayerKeys({ toggle, skip }: PlayerKeyActs): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (document.activeElement?.closest(taken)) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowLeft') skip(-skipStepSeconds);
    else if (event.key === 'ArrowRight') skip(skipStepSeconds);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
