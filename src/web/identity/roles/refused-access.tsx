import type { AccessPanelProps } from './access-panel.tsx';
import { AccessPanel } from './access-panel.tsx';

/** A page that is not for this user. The panel's code is only loaded if it is needed. */
export function RefusedAccess(props: AccessPanelProps) {
  return <AccessPanel {...props} />;
}
