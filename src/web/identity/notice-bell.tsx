import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useUnreadNotices } from './notices-queries.ts';

const nameOf = (unread: number): string => (unread === 0 ? 'Notices' : `Notices, ${countOf(unread)} unread`);
const countOf = (unread: number): string => (unread > 99 ? '99+' : String(unread));

/**
 * Links to the notices. The unread count is beside the bell, because two digits over it would hide it, and before it,
 * so that nothing moves when the count loads. The narrowest phones have room only above the bell.
 */
export function NoticeBell() {
  const unread = useUnreadNotices().data?.unread ?? 0;
  return (
    <Link
      to="/app/notices"
      aria-label={nameOf(unread)}
      className="relative inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-text"
    >
      {unread > 0 && (
        <span
          aria-hidden
          className="tabular absolute end-[calc(50%+0.875rem)] min-w-4 bg-brass px-1 text-center max-[360px]:-top-1 max-[360px]:end-0 text-xs leading-4 font-bold text-on-brass"
        >
          {countOf(unread)}
        </span>
      )}
      <Bell aria-hidden size={20} strokeWidth={1.75} />
    </Link>
  );
}
