import { Link } from '@tanstack/react-router';
import { linkStyle } from '#web/ui/controls/link-style.ts';

/** Leads to what an admin sees of a user. */
export const UserLink = ({ id, displayName }: { id: string; displayName: string }) => (
  <Link to="/app/admin" search={{ tab: 'users', user: id }} className={linkStyle}>
    {displayName}
  </Link>
);
