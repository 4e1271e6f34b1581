import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: ReactNode; content: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
}

/** The index of the tab that a key moves to; undefined for other keys. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count;
    case 'ArrowLeft':
      return (place + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Tabs following the ARIA pattern: one tab stop, arrows choose. Only the chosen panel is rendered. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.find((tab) => tab.id === selected);
  useChosenInSight(list, selected);
  const press = (event: KeyboardEvent) => {
    const place = placeAfter(
      event.key,
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    );
    const next = place === undefined ? undefined : tabs[place];
    if (place === undefined || next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus();
  };
  return (
    <div className="grid min-w-0 gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={press}
        className="relative flex overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${id}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className="-mb-px flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 font-semibold sm:px-4 text-muted -outline-offset-2 transition-colors hover:text-text aria-selected:border-brass-mark aria-selected:text-text"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className="min-w-0">
        {chosen?.content}
      </div>
    </div>
  );
}

/** On phones the row scrolls: centers a tab that was just chosen, or that moved because neighbors grew. */
function useChosenInSight(list: RefObject<HTMLDivElement | null>, selected: string): void {
  const seen = useRef('');
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!row || !tab || seen.current === `${selected} ${row.scrollWidth}`) return;
    seen.current = `${selected} ${row.scrollWidth}`;
    const { left, width } = tab.getBoundingClientRect();
    row.scrollLeft += left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2;
  });
}
