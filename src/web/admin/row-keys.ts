import { useEffect, useEffectEvent, useRef } from 'react';

/** Where keys have a meaning of their own. */
const taken =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [aria-haspopup=listbox]';

/**
 * Walks the rows of a list by j and k or the arrows, and hands any other key on with the row that has the focus; never
 * while a text field or a dialog has it.
 * @param act answers whether the key meant something
 * @returns goes to the list, whose rows carry `data-row` and can have the focus
 */
export function useRowKeys(act: (key: string, rowId: string | null) => boolean) {
  const list = useRef<HTMLDivElement>(null);
  /** Where the next step leads to from nowhere: into the place of a row that was decided and went. */
  const place = useRef(0);
  const acted = useRef<string | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    // A held key walks on, but it acts once, and it does not type into the dialog that it opened.
    if (!event.repeat) acted.current = null;
    else if (event.key === acted.current) event.preventDefault();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement?.closest(taken)) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const step = stepOf(event.key);
    if (step !== 0 && rows.length > 0) {
      const next = current >= 0 ? current + step : place.current + Math.min(0, step);
      place.current = Math.min(rows.length - 1, Math.max(0, next));
      rows[place.current]?.focus();
      event.preventDefault();
    } else if (!event.repeat && act(event.key, rows[current]?.dataset.row ?? null)) {
      acted.current = event.key;
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
