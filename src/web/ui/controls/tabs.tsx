import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  content: ReactNode;
  /** Neighbors of one group stand below its name. */
  group?: string;
}

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
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

const startsGroup = (tabs: readonly { group?: string }[], place: number): boolean =>
  tabs[place]?.group !== undefined && tabs[place].group !== tabs[place - 1]?.group;

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
        {tabs.map((tab, place) => (
          <div
            key={tab.id}
            role="presentation"
            className={`flex shrink-0 flex-col justify-end ${place > 0 && startsGroup(tabs, place) ? 'ms-2 border-s border-line ps-2' : ''}`}
          >
            {startsGroup(tabs, place) && (
              <span id={`${id}-${tab.group}`} className="px-3 text-xs text-muted">
                {tab.group}
              </span>
            )}
            <button
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? `${id}-panel` : undefined}
              aria-describedby={tab.group === undefined ? undefined : `${id}-${tab.group}`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              className={`-mb-px flex min-h-11 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 font-semibold text-muted -outline-offset-2 transition-colors hover:text-text aria-selected:border-brass-mark aria-selected:text-text ${tab.group === undefined ? 'sm:px-4' : ''}`}
            >
              {tab.label}
            </button>
          </div>
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
