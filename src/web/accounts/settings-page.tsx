import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useProfile } from './profile-queries.ts';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { signOut } from './session.ts';
import { SessionList } from './session-list.tsx';

const owed = ['Notifications', 'Privacy', 'Audio', 'Export data', 'Contact support', 'Delete account'];

/** The theme and Sign Out work; what is not built yet is listed as such. */
export function SettingsPage() {
  const profile = useProfile().data;
  return (
    <div className="grid max-w-3xl gap-8">
      <PageHeading>Settings</PageHeading>
      <Panel flush>
        <ul className="divide-y divide-line">
          <li className="flex min-h-16 items-center justify-between gap-4 px-5 py-2">
            <span>
              <span className="block font-semibold">Appearance</span>
              <span className="text-sm text-muted">Follows the system until you choose.</span>
            </span>
            <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
          </li>
          {owed.map((name) => (
            <li key={name} className="flex min-h-16 items-center justify-between gap-4 px-5 py-2 text-muted">
              {name}
              <Badge variant="secondary">Coming Soon</Badge>
            </li>
          ))}
        </ul>
      </Panel>
      {profile !== undefined && <ChangeEmailForm current={profile.email} />}
      <ChangePasswordForm />
      <SecondFactorPanel />
      <SessionList />
      <div>
        <Button variant="quiet" onPress={() => void signOut()}>
          Sign Out
        </Button>
      </div>
    </div>
  );
}
