import type { ReactNode } from 'react';
import { Button } from './ui/controls/button.tsx';
import { Panel } from './ui/display/panel.tsx';

interface LoadFailureProps {
  /** The specified text, for example 'Error loading tracks'. */
  title: string;
  /** The server's message. */
  children: ReactNode;
  onRetry: () => void;
  isRetrying?: boolean;
  level?: 2 | 3;
}

/** Replaces content that failed to load: the reason, and Retry. */
export function LoadFailure({ title, children, onRetry, isRetrying = false, level = 2 }: LoadFailureProps) {
  return (
    <div role="alert">
      <Panel title={title} tone="wrong" level={level}>
        <div className="grid justify-items-start gap-4">
          <p className="text-muted">{children}</p>
          <Button variant="quiet" onPress={onRetry} isPending={isRetrying}>
            Retry
          </Button>
        </div>
      </Panel>
    </div>
  );
}
