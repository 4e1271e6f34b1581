import { type ReactNode, Suspense } from 'react';
import type { Profile } from '#contract/identity/accounts.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { pressSignOut } from '#web/forms/unsent-work.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { NotificationSettings } from '#web/identity/settings/notification-settings.tsx';
import { OnDemandPanel } from '#web/identity/settings/on-demand-panel.tsx';
import { PrivacySettings } from '#web/identity/settings/privacy-settings.tsx';
import { SessionList } from '#web/identity/settings/session-list.tsx';
import { useSettings } from '#web/identity/settings/settings-queries.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Appearance } from './appearance.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';

// A slider, a QR code and forms are larger than the rest of the page.
const ChangeEmailForm = lazyPart(
  async () => (await import('#web/identity/settings/change-email-form.tsx')).default,
  MissingPart,
);
const ChangePasswordForm = lazyPart(
  async () => (await import('#web/identity/settings/change-password-form.tsx')).default,
  MissingPart,
);
const ExportForm = lazyPart(async () => (await import('./export-form.tsx')).default, MissingPart);
const AudioSettings = lazyPart(
  async () => (await import('#web/reviewing/listening/audio-settings.tsx')).default,
  MissingPart,
);
const PushSwitch = lazyPart(
  async () => (await import('#web/identity/push/push-switch.tsx')).default,
  MissingPart,
);
const SecondFactorPanel = lazyPart(
  async () => (await import('#web/identity/settings/second-factor-panel.tsx')).default,
  MissingPart,
);
const loading = <Skeleton className="h-40 w-full" label="Loading..." />;

/** Settings for emails, privacy, appearance, sound, the account and its data. */
export function SettingsPage() {
  const profile = useProfile().data;
  return (
    <div className="grid max-w-5xl gap-10">
      <PageHeading>Settings</PageHeading>
      <Group title="Emails and privacy">
        <ServerSettings hasTracks={mayHaveTracks(profile)} />
      </Group>
      <Group title="This browser">
        <Appearance />
        {profile?.userType === 'listener' && (
          <Panel title="Notifications of tracks" level={3}>
            <Suspense fallback={loading}>
              <PushSwitch />
            </Suspense>
          </Panel>
        )}
        <Suspense fallback={loading}>
          <AudioSettings />
        </Suspense>
      </Group>
      <Group title="Account">
        {profile !== undefined && <Email current={profile.email} />}
        <OnDemandPanel
          title="Password"
          summary="Changing it signs out your other devices."
          label="Change password"
        >
          {(close) => <ChangePasswordForm onDone={close} />}
        </OnDemandPanel>
        <Suspense fallback={loading}>
          <SecondFactorPanel />
        </Suspense>
        <SessionList />
      </Group>
      <Group title="Your data">
        <OnDemandPanel title="Export data" summary={<WhatIsExported />} label="Export my data">
          {(close) => <ExportForm onDone={close} />}
        </OnDemandPanel>
        <DeleteAccountPanel />
      </Group>
      <Group title="Support">
        <ContactPanel />
        <div>
          <Button variant="quiet" onPress={pressSignOut}>
            Sign Out
          </Button>
        </div>
      </Group>
    </div>
  );
}

/** A group of panels; on wide screens its name is beside them. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-4 border-t border-line pt-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8"
    >
      <h2 className="text-2xl">{title}</h2>
      <div className="grid min-w-0 gap-4">{children}</div>
    </section>
  );
}

const Email = ({ current }: { current: string }) => (
  <OnDemandPanel
    title="Email"
    summary={
      <>
        You sign in as <strong className="wrap-anywhere text-text">{current}</strong>.
      </>
    }
    label="Change email"
  >
    {(close) => <ChangeEmailForm onDone={close} />}
  </OnDemandPanel>
);

/** Listeners without tracks need no artist settings; users with tracks may be either type by now. */
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

const WhatIsExported = () => (
  <div className="grid max-w-prose gap-4">
    <p>
      A zip file with your profile, tracks, reviews, plays and payouts as JSON, your statement as CSV, and
      your own audio. You can export up to three times a day.
    </p>
    <p>
      With each track you’re served and each review you send, we record your network, browser and mailbox as
      one-way codes. They show which accounts belong together. We store them for 180 days, or for a year after
      you delete your account.
    </p>
    <p>
      With each review we also record how many letters you typed and pasted and how long you wrote, never
      which keys. If you paste several reviews in a row, a person reads them before they’re paid. We store
      this for 180 days. The zip has all of it.
    </p>
  </div>
);

function ContactPanel() {
  const address = useSettings().data?.supportEmail;
  if (address === undefined) return null;
  return (
    <Panel title="Contact support" level={3}>
      <p>
        Questions, or something is wrong? Write to{' '}
        <a href={`mailto:${address}`} className={linkStyle}>
          {address}
        </a>
      </p>
    </Panel>
  );
}
