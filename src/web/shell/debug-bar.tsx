import { useLocation } from '@tanstack/react-router';
import type { FrameProfile } from '#web/identity/profile/frame-profile.ts';
import { isDebug } from '#web/identity/roles/debug-mode.ts';

/** For quality checks with `?debug=1`: the user's id, type, account role and route. */
export function DebugBar({ profile }: { profile: FrameProfile }) {
  const { pathname, searchStr } = useLocation();
  if (!isDebug(searchStr)) return null;
  return (
    <section aria-label="Debug">
      <dl className="flex flex-wrap gap-x-6 border-b border-line bg-raised px-4 py-1 text-sm tabular sm:px-8">
        <DebugValue name="User" value={profile.userId.slice(0, 8)} />
        <DebugValue name="User type" value={profile.userType ?? 'none'} />
        <DebugValue name="Role" value={profile.role} />
        <DebugValue name="Route" value={pathname} />
      </dl>
    </section>
  );
}

function DebugValue({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
