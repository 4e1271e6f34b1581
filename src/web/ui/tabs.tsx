import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: ReactNode; content: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const select = (key: unknown) => {
    const tab = tabs.find(({ id }) => id === key);
    if (tab !== undefined) onSelect(tab.id);
  };
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={select} className="grid min-w-0 gap-6">
      <TabList aria-label={label} className="flex overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent px-4 font-semibold text-muted -outline-offset-2 transition-colors hover:text-text data-selected:border-brass data-selected:text-text"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="min-w-0">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
