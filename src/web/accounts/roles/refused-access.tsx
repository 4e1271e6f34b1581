import { lazy, Suspense } from 'react';
import type { AccessPanelProps } from './access-panel.tsx';

const AccessPanel = lazy(() =>
  import('./access-panel.tsx').then((module) => ({ default: module.AccessPanel })),
);

/** A page that is not for this user. The panel's code comes when somebody is refused, and weighs on nobody else. */
export function RefusedAccess(props: AccessPanelProps) {
  return (
    <Suspense fallback={null}>
      <AccessPanel {...props} />
    </Suspense>
  );
}
