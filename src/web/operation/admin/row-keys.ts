import { useEffect, useEffectEvent, useRef } from 'react';
import { shortcutKey } from '#web/ui/controls/shortcut-key.ts';

/** Elements with keyboard behavior of their own. */
const taken =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [aria-haspopup=listbox]';

/**
 * Moves through the rows of a list with j and k or the arrows, and passes other keys on with the focused row; inactive
 * in text fields and dialogs.
 * @param act returns whether it used the key
 * @returns the ref of the list, whose focusable rows have `data-row`
 */
export function useRowKeys(act: (key: string, rowId: string | null) => boolean) {
  const list = useRef<HTMLDivElement>(null);
  /** The row to continue from if none has the focus, for example after the focused one was decided and removed. */
  const place = useRef(0);
  const acted = useRef<string | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutKey(event);
    // A held key keeps moving, but acts only once, and does not type into the dialog it opened.
    if (!event.repeat) acted.current = null;
    else if (key === acted.current) event.preventDefault();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement?.closest(taken)) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const step = stepOf(key);
    if (step !== 0 && rows.length > 0) {
      const next = current >= 0 ? current + step : place.current + Math.min(0, step);
      place.current = Math.min(rows.length - 1, Math.max(0, next));
      rows[place.current]?.focus();
      event.preventDefault();
    } else if (!event.repeat && act(key, rows[current]?.dataset.row ?? null)) {
      acted.current = key;
      event.preventDefault();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return list;
}

function stepOf(key: string): number {
  if (key === 'j' || key === 'ArrowDown') return 1;
  return key === 'k' || key === 'ArrowUp' ? -1 : 0;
}
