import { Link, useLocation } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { UserType } from '#contract/identity/accounts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { userTypeLabel } from './role-paths.ts';
import { useSwitchRole } from './switch-role.ts';

/** A page that is not for this user. The panel's code is only loaded if it is needed. */
export function RefusedAccess(props: AccessPanelProps) {
  return <AccessPanel {...props} />;
}

interface AccessPanelProps {
  title: string;
  body: string;
  /** The user type that may open the page; without it only a link home is shown. */
  needed?: UserType;
}

/** Tells the user why a page is not for them, and where to go instead. */
function AccessPanel({ title, body, needed }: AccessPanelProps) {
  // The page that was asked for; without its hash, so that it is loaded again.
  const { pathname, searchStr } = useLocation();
  const switchRole = useSwitchRole(`${pathname}${searchStr}`);
  return (
    <section className="grid max-w-2xl gap-6 border-s-4 border-brass-mark bg-panel p-6 sm:p-10">
      <Lock aria-hidden size={32} strokeWidth={1.75} className="text-brass-ink" />
      <PageHeading lead={body}>{title}</PageHeading>
      <div className="flex flex-wrap gap-3">
        {needed !== undefined && (
          <Button
            onPress={() => switchRole.mutate(needed)}
            isPending={switchRole.isPending}
            pendingLabel="Switching..."
          >
            {`Switch to ${userTypeLabel[needed]}`}
          </Button>
        )}
        <Link to="/" className={buttonStyle({ variant: 'quiet' })}>
          Return to Home
        </Link>
      </div>
    </section>
  );
}
