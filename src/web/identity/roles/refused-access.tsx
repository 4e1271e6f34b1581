import { Suspense } from 'react';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import type { AccessPanelProps } from './access-panel.tsx';

const AccessPanel = lazyPart(async () => (await import('./access-panel.tsx')).AccessPanel, MissingPart);

/** A page that is not for this user. The panel's code is only loaded if it is needed. */
export function RefusedAccess(props: AccessPanelProps) {
  return (
    <Suspense fallback={null}>
      <AccessPanel {...props} />
    </Suspense>
  );
}
