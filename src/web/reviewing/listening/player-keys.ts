import { useEffect, useEffectEvent } from 'react';
import { skipStepSeconds } from '#contract/business-rules.ts';
import { type MomentKind, momentKinds } from '#contract/music/tracks/moment-kinds.ts';
import { shortcutKey } from '#web/ui/controls/shortcut-key.ts';

/** Elements with keyboard behavior of their own. */
const taken =
  'input, textarea, select, button, [contenteditable], [role=slider], [role=button], [role=radio], [role=tab], ' +
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Elements in which digits are typed. Others do not use them. */
const typing =
  'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], ' +
  '[role=alertdialog], [role=menu], [role=listbox]';

export interface PlayerKeyActs {
  readonly toggle: () => void;
  readonly skip: (seconds: number) => void;
  readonly mark: (kind: MomentKind) => void;
}

/**
 * Space toggles playback and the arrows skip five seconds, unless a text field, button or slider has the focus. The
 * keys 1, 2 and 3 mark the moment anywhere outside text input.
 */
export function usePlayerKeys({ toggle, skip, mark }: PlayerKeyActs): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const marked = momentKinds[Number(shortcutKey(event)) - 1];
    if (marked !== undefined && !event.repeat && !document.activeElement?.closest(typing)) {
      mark(marked);
      event.preventDefault();
    }
    if (marked !== undefined || event.shiftKey || document.activeElement?.closest(taken)) return;
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
