import { lazy, Suspense } from 'react';
import type { Profile } from '#contract/accounts.ts';
import { useProfile } from '#web/accounts/profile/profile-queries.ts';
import { signOut } from '#web/accounts/session/session.ts';
import { ChangeEmailForm } from '#web/accounts/settings/change-email-form.tsx';
import { ChangePasswordForm } from '#web/accounts/settings/change-password-form.tsx';
import { NotificationSettings } from '#web/accounts/settings/notification-settings.tsx';
import { PrivacySettings } from '#web/accounts/settings/privacy-settings.tsx';
import { SessionList } from '#web/accounts/settings/session-list.tsx';
import { useSettings } from '#web/accounts/settings/settings-queries.ts';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { ExportPanel } from './export-panel.tsx';

// A slider and the square of a QR code weigh more than the rest of the page.
const AudioSettings = lazy(() => import('#web/listening/audio-settings.tsx'));
const SecondFactorPanel = lazy(() => import('#web/accounts/second-factor/second-factor-panel.tsx'));
const loading = <Skeleton className="h-40 w-full" label="Loading..." />;

/** What users decide about mails, privacy, looks, sound, their account and their data. */
export function SettingsPage() {
  const profile = useProfile().data;
  return (
    <div className="grid gap-8">
      <PageHeading>Settings</PageHeading>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <ServerSettings hasTracks={mayHaveTracks(profile)} />
          <Panel title="Appearance">
            <div className="flex items-center justify-between gap-4">
              <span className="text-muted">Follows the system until you choose.</span>
              <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
            </div>
          </Panel>
          <Suspense fallback={loading}>
            <AudioSettings />
          </Suspense>
          {profile !== undefined && <ChangeEmailForm current={profile.email} />}
          <ContactPanel />
        </div>
        <div className="grid gap-8">
          <ChangePasswordForm />
          <Suspense fallback={loading}>
            <SecondFactorPanel />
          </Suspense>
          <SessionList />
          <ExportPanel />
          <DeleteAccountPanel />
          <div>
            <Button variant="quiet" onPress={() => void signOut()}>
              Sign Out
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

/** A listener without tracks has no use for what concerns an artist's. Who has some may be either by now. */
const mayHaveTracks = (profile: Profile | undefined): boolean =>
  profile !== undefined && (profile.userType === 'artist' || profile.songsUploaded > 0);

function ServerSettings({ hasTracks }: { hasTracks: boolean }) {
  const settings = useSettings();
  if (settings.data === undefined && settings.isError)
    return (
      <LoadFailure title="The settings did not load" onRetry={() => void settings.refetch()}>
        {failureText(settings.error)}
      </LoadFailure>
    );
  if (settings.data === undefined) return <Skeleton className="h-96 w-full" label="Loading settings" />;
  return (
    <>
      <NotificationSettings settings={settings.data} hasTracks={hasTracks} />
      {hasTracks && <PrivacySettings settings={settings.data} />}
    </>
  );
}

function ContactPanel() {
  const address = useSettings().data?.supportEmail;
  if (address === undefined) return null;
  return (
    <Panel title="Contact support">
      <p>
        Questions, or something is wrong? Write to{' '}
        <a href={`mailto:${address}`} className={linkStyle}>
          {address}
        </a>
      </p>
    </Panel>
  );
}
