import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { Panel } from './ui/panel.tsx';

interface LoadFailureProps {
  /** The specification's words, for example 'Error loading tracks'. */
  title: string;
  /** The server's message. */
  children: ReactNode;
  onRetry: () => void;
}

/** In the place of what could not be loaded: what happened, and Retry. */
export function LoadFailure({ title, children, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <Panel title={title} tone="wrong">
        <p className="pb-4 text-muted">{children}</p>
        <Button variant="quiet" onPress={onRetry}>
          Retry
        </Button>
      </Panel>
    </div>
  );
}
