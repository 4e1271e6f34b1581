import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

interface OnDemandPanelProps {
  title: string;
  /** The current state. */
  summary: ReactNode;
  /** The label of the button that opens the form. */
  label: string;
  /** The form, which calls `close` when done. */
  children: (close: () => void) => ReactNode;
}

/** A setting whose form opens on demand, so that no password is asked for before. */
export function OnDemandPanel({ title, summary, label, children }: OnDemandPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={title}
      level={3}
      actions={
        <Button variant="quiet" size="small" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Cancel' : label}
        </Button>
      }
    >
      <div className="text-muted">{summary}</div>
      {isOpen && (
        <div className="max-w-md pt-5">
          <Suspense fallback={<Skeleton className="h-40" label="Loading the form" />}>
            {children(() => setOpen(false))}
          </Suspense>
        </div>
      )}
    </Panel>
  );
}
