import type { Profile, UserType } from '#contract/identity/accounts.ts';
import { confirmLoss } from '#web/forms/unsent-work.ts';
import { userTypeLabel } from '#web/identity/roles/role-paths.ts';
import { useSwitchRole } from '#web/identity/roles/switch-role.ts';

const userTypes: readonly UserType[] = ['artist', 'listener'];

/** Any user may switch between artist and listener at any time (specification 4). */
export function RoleSwitch({ profile }: { profile: Profile }) {
  const switchRole = useSwitchRole();
  return (
    <fieldset className="flex border border-line bg-panel">
      <legend className="sr-only">Role</legend>
      {userTypes.map((userType) => (
        <button
          key={userType}
          type="button"
          aria-pressed={profile.userType === userType}
          disabled={switchRole.isPending}
          onClick={() => {
            if (profile.userType === userType) return;
            // Switching loads another page.
            if (confirmLoss(`Switch to ${userTypeLabel[userType]}`)) switchRole.mutate(userType);
          }}
          className="min-h-11 min-w-11 cursor-pointer px-1 text-sm min-[400px]:px-2.5 font-semibold text-muted hover:text-text aria-pressed:bg-raised aria-pressed:text-text lg:min-h-8 sm:px-3"
        >
          {userTypeLabel[userType]}
        </button>
      ))}
    </fieldset>
  );
}
