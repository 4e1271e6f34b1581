import { useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { Profile } from '#contract/identity/accounts.ts';
import { isTestKitThere } from '#web/browser-flags.ts';
import { profileQuery, useProfile } from '#web/identity/profile/profile-queries.ts';
import { missingUserType, needsAdmin } from '#web/identity/roles/page-access.ts';
import { RefusedAccess } from '#web/identity/roles/refused-access.tsx';
import { retryRestore, useSession } from '#web/identity/session/session.ts';
import { nameWindow } from '#web/window-title.ts';
import { AppLoading } from './app-loading.tsx';
import { AppShell } from './app-shell.tsx';
import { BareFrame } from './bare-frame.tsx';
import { DataProvider } from './data-provider.tsx';
import { MissingPage } from './missing-pages.ts';
import { useRealtime } from './use-realtime.ts';

/** The guard of everything under /app: no session, no profile yet, no user type, wrong user type. */
export function AppFrame() {
  return (
    <DataProvider>
      <Guarded />
    </DataProvider>
  );
}

function Guarded() {
  const session = useSession();
  const profile = useProfile();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  useRealtime(session.status === 'signedIn');
  if (session.status === 'signedOut') return <ToSignIn byChoice={session.byChoice} />;
  if (session.status === 'restoring' || profile.data === undefined) {
    // A refetch would wait for the first request, which may hang, so cancel that.
    const readAgain = () => queries.resetQueries({ queryKey: profileQuery.queryKey });
    const retry = () => (session.status === 'restoring' ? retryRestore() : readAgain());
    const failure = session.status === 'restoring' ? session.failure : profile.error;
    return <AppLoading failure={failure} onRetry={() => void retry()} />;
  }
  const isOnboarding = pathname === '/app/onboarding';
  if (profile.data.userType === null && !isOnboarding) {
    return <Navigate to="/app/onboarding" search={true} hash={true} replace />;
  }
  if (isOnboarding) {
    return (
      <BareFrame profile={profile.data}>
        <Outlet />
      </BareFrame>
    );
  }
  return (
    <AppShell profile={profile.data}>
      <Suspense fallback={null}>
        <PageOrRefusal profile={profile.data} pathname={pathname} />
      </Suspense>
    </AppShell>
  );
}

function PageOrRefusal({ profile, pathname }: { profile: Profile; pathname: string }) {
  if (/^\/app\/admin\/test-kit(\/|$)/.test(pathname) && !isTestKitThere()) return <MissingPage />;
  if (needsAdmin(pathname, profile)) {
    return <AccessDenied pathname={pathname} />;
  }
  const needed = missingUserType(pathname, profile);
  if (needed === null) return <Outlet />;
  return (
    <RefusedAccess
      title="Access Restricted"
      body={`This page is not available for your role. You need ${needed} access to view this content.`}
      needed={needed}
    />
  );
}

/** The same for every page, since a title would reveal what it is. */
function AccessDenied({ pathname }: { pathname: string }) {
  useEffect(() => nameWindow(pathname, 'Access Denied'), [pathname]);
  return (
    <RefusedAccess
      title="Access Denied"
      body="You don't have permission to access this page. Administrator privileges are required."
    />
  );
}

/** Redirects to sign-in with the wanted page, unless the user has just signed out of it. */
function ToSignIn({ byChoice }: { byChoice: boolean }) {
  const navigate = useNavigate();
  const { href } = useLocation();
  // The wanted page is that of the first render, because the navigation changes the location.
  const [asked] = useState(href);
  useEffect(() => {
    void navigate({ to: '/auth', search: byChoice ? {} : { next: asked }, replace: true });
  }, [navigate, byChoice, asked]);
  return null;
}
