import { Badge } from '#web/ui/display/badge.tsx';

/** Marks an account of the Test Kit, which counts in no figure. */
export const TestBadge = () => <Badge variant="muted">Test</Badge>;
