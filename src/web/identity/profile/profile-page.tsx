import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { bioLength, displayNameLength } from '#contract/business-rules.ts';
import type { Profile } from '#contract/identity/accounts.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Money } from '#web/ui/display/money.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { userTypeLabel } from '../roles/role-paths.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { useEditProfile } from './edit-profile.ts';
import { FavoriteGenres } from './favorite-genres.tsx';
import { InlineText } from './inline-text.tsx';
import { useProfile } from './profile-queries.ts';

/** The user's profile, edited in place. */
export function ProfilePage() {
  const profile = useProfile().data;
  if (profile === undefined) return null;
  return (
    <div className="grid gap-8">
      <PageHeading lead={profile.email}>Profile</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Overview profile={profile} />
          <FavoriteGenres genres={profile.genres} />
        </div>
        <div className="grid gap-6">
          <Stats profile={profile} />
          <Panel title="Preferences">
            <p>
              Change your theme, sound, emails and privacy in{' '}
              <Link to="/app/settings" className={linkStyle}>
                Settings
              </Link>
              .
            </p>
          </Panel>
          <Panel title="Quick links">
            <QuickLinks profile={profile} />
          </Panel>
        </div>
      </div>
    </div>
  );
}

function Overview({ profile }: { profile: Profile }) {
  const edit = useEditProfile();
  return (
    <Panel title="Overview">
      <AvatarEditor profile={profile} />
      <div className="grid gap-4 pb-4">
        <InlineText
          label="Display name"
          value={profile.displayName}
          longest={displayNameLength}
          emptyText="No name yet"
          isRequired
          onSave={(displayName) => edit.mutateAsync({ displayName })}
        />
        <InlineText
          label="Bio"
          value={profile.bio ?? ''}
          longest={bioLength}
          emptyText="No bio yet"
          isLong
          onSave={(bio) => edit.mutateAsync({ bio: bio === '' ? null : bio })}
        />
      </div>
      <dl className="grid gap-4">
        <Entry name="Username">
          {profile.username}
          <span className="block text-sm text-muted">Username cannot be changed</span>
        </Entry>
        <Entry name="Role">{profile.userType === null ? 'None yet' : userTypeLabel[profile.userType]}</Entry>
      </dl>
    </Panel>
  );
}

function Stats({ profile }: { profile: Profile }) {
  return (
    <Panel title="Stats">
      <dl className="grid gap-4">
        {profile.userType === 'artist' ? (
          <Entry name="Tracks uploaded">{profile.songsUploaded.toLocaleString('en-US')}</Entry>
        ) : (
          <>
            <Entry name="Reviews completed">{profile.reviewsCompleted.toLocaleString('en-US')}</Entry>
            <Entry name="Total earnings">
              <Money cents={profile.totalEarningsCents} tone="earned" />
            </Entry>
          </>
        )}
      </dl>
    </Panel>
  );
}

function QuickLinks({ profile }: { profile: Profile }) {
  const links =
    profile.userType === 'artist'
      ? ([
          ['/app/tracks', 'My Tracks'],
          ['/app/upload', 'Upload'],
          ['/app/analytics', 'Analytics'],
        ] as const)
      : ([
          ['/app/review', 'Review Queue'],
          ['/app/my-reviews', 'My Reviews'],
          ['/app/wallet', 'Wallet'],
        ] as const);
  return (
    <div className="flex flex-wrap gap-3">
      {links.map(([to, label]) => (
        <Link key={to} to={to} className={buttonStyle({ variant: 'quiet' })}>
          {label}
        </Link>
      ))}
      {profile.userType === 'artist' && (
        <Link
          to="/app/artist/$artistId"
          params={{ artistId: profile.userId }}
          className={buttonStyle({ variant: 'quiet' })}
        >
          Artist Page
        </Link>
      )}
    </div>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular font-medium">{children}</dd>
    </div>
  );
}
