import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const rowsIn = (list: Element) => list.querySelectorAll<HTMLElement>('li, tbody > tr, article, [data-row]');

interface NewRows {
  /** The ref of the element around the button, which stands beside the list. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** Call it when the button is pressed. */
  readonly expect: () => void;
}

/**
 * For a button that loads more rows of the list beside it: the first new row gets the focus that the button has.
 * Otherwise keyboard users would have to go back over the new rows, and would lose their place if the button is gone.
 */
export function useNewRows(isLoading: boolean): NewRows {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<{ readonly list: Element; readonly rows: ReadonlySet<Element> }>(undefined);
  const wasLoading = useRef(false);
  const focusNewRow = () => {
    const active = document.activeElement;
    if (before.current === undefined || (active !== document.body && !place.current?.contains(active)))
      return;
    const { list, rows } = before.current;
    const row = [...rowsIn(list)].find((one) => !rows.has(one));
    if (row === undefined) return;
    before.current = undefined;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isLoading) focusNewRow();
    // Loading failed, or the focus is elsewhere by now.
    if (!isLoading && wasLoading.current) before.current = undefined;
    wasLoading.current = isLoading;
  });
  // The last page removes the button, before its rows are there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only reads refs
  useLayoutEffect(() => () => queueMicrotask(focusNewRow), []);
  return {
    place,
    expect: () => {
      const list = place.current?.parentElement;
      if (list) before.current = { list, rows: new Set(rowsIn(list)) };
    },
  };
}
