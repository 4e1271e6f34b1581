import { useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { Profile } from '#contract/identity/accounts.ts';
import type { Topic } from '#contract/realtime.ts';
import { isTestKitThere } from '#web/browser-flags.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { rememberedProfile, rememberProfile } from '#web/identity/profile/frame-profile.ts';
import { profileQuery, useProfile } from '#web/identity/profile/profile-queries.ts';
import { missingUserType, needsAdmin } from '#web/identity/roles/page-access.ts';
import { RefusedAccess } from '#web/identity/roles/refused-access.tsx';
import { homePath } from '#web/identity/roles/role-paths.ts';
import { retryRestore, useSession } from '#web/identity/session/session.ts';
import { tellServedNews } from '#web/served-news.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { nameWindow } from '#web/window-title.ts';
import { AppLoading } from './app-loading.tsx';
import { AppShell } from './app-shell.tsx';
import { DataProvider } from './data-provider.tsx';
import { MissingPage } from './missing-pages.ts';
import { openRealtime } from './realtime.ts';
import { delayOf, queriesOf } from './realtime-rules.ts';
import { RoutePending } from './route-pending.tsx';

// Only newcomers see it.
const BareFrame = lazyPart(async () => (await import('./bare-frame.tsx')).BareFrame, MissingPart);
const PageWaiting = lazyPart(async () => (await import('./page-waiting.tsx')).PageWaiting, RoutePending);

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
  const isSignedIn = session.status === 'signedIn';
  const known = isSignedIn ? profile.data : undefined;
  useRealtime(isSignedIn);
  useEffect(() => {
    if (known === undefined) return;
    rememberProfile(known);
    // Later and lazily, because no page needs it to be shown. Without it pages work as before.
    import('./register-worker.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined);
  }, [known]);
  if (session.status === 'signedOut') return <ToSignIn byChoice={session.byChoice} />;
  const isOnboarding = pathname === '/app/onboarding';
  const frame = known ?? (isOnboarding ? undefined : rememberedProfile());
  // A refetch would wait for the first request, which may hang, so cancel that.
  const readAgain = () => queries.resetQueries({ queryKey: profileQuery.queryKey });
  const wait = {
    failure: session.status === 'restoring' ? session.failure : profile.error,
    onRetry: () => void (session.status === 'restoring' ? retryRestore() : readAgain()),
  };
  if (frame === undefined) return <AppLoading {...wait} />;
  if (frame.userType === null && !isOnboarding) {
    return <Navigate to="/app/onboarding" search={true} hash={true} replace />;
  }
  if (isOnboarding) {
    return (
      <Suspense fallback={<AppLoading {...wait} />}>
        <BareFrame profile={frame}>
          <Outlet />
        </BareFrame>
      </Suspense>
    );
  }
  return (
    <AppShell profile={frame}>
      <Suspense fallback={known === undefined ? <RoutePending /> : null}>
        {known === undefined ? (
          <PageWaiting pathname={pathname} profile={frame} {...wait} />
        ) : (
          <PageOrRefusal profile={known} pathname={pathname} />
        )}
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

/** Redirects to sign-in with the wanted page, unless the user has just signed out of it. Health is for everybody. */
function ToSignIn({ byChoice }: { byChoice: boolean }) {
  const navigate = useNavigate();
  const { href, pathname } = useLocation();
  // The wanted page is that of the first render, because the navigation changes the location.
  const [asked] = useState(href);
  const [isPublic] = useState(pathname === '/app/health');
  useEffect(() => {
    if (isPublic) void navigate({ to: '/health', search: true, hash: true, replace: true });
    else void navigate({ to: '/auth', search: byChoice ? {} : { next: asked }, replace: true });
  }, [navigate, byChoice, asked, isPublic]);
  return null;
}

/** Redirects /app to the home of the user's type. Users without one were already redirected to onboarding. */
export function HomeRedirect() {
  const userType = useProfile().data?.userType ?? null;
  return userType === null ? null : <Navigate to={homePath[userType]} search={true} hash={true} replace />;
}

/** Refetches what has changed on the server, while the application is open. */
function useRealtime(isSignedIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const readAgain = (topic: Topic) => {
      if (topic === 'served') tellServedNews();
      for (const name of queriesOf(topic)) {
        // No track is served to a hidden tab; the queue is refetched when it becomes visible.
        if (name === 'queue' && document.visibilityState === 'hidden') continue;
        void queries.invalidateQueries({ queryKey: queryKeys[name].all });
      }
    };
    const close = openRealtime((topic) => {
      const delay = delayOf(topic, Math.random());
      if (delay === 0) return readAgain(topic);
      const timer = setTimeout(() => {
        waiting.delete(timer);
        readAgain(topic);
      }, delay);
      waiting.add(timer);
    });
    return () => {
      close();
      for (const timer of waiting) clearTimeout(timer);
    };
  }, [isSignedIn, queries]);
}
