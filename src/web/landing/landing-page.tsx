import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '#web/identity/session/session.ts';
import { WindowPending } from '#web/shell/route-pending.tsx';
import { usePay } from '#web/use-pay.ts';
import { DemoCard } from './demo-card.tsx';
import { Landing } from './landing.tsx';

/** `/`: the landing page for signed-out visitors, a redirect into the application for others. */
export function LandingPage() {
  const session = useSession();
  if (session.status === 'signedIn') return <Navigate to="/app" search={true} hash={true} replace />;
  if (session.status === 'restoring') return <Restoring />;
  return <SignedOut />;
}

function SignedOut() {
  return (
    <>
      <Landing pay={usePay()} />
      <DemoCard />
    </>
  );
}

const patience = 10_000;

/** Shown while the session is being restored; if that takes long, the application's loading screen offers Retry. */
function Restoring() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (isLate) return <Navigate to="/app" search={true} hash={true} replace />;
  return <WindowPending />;
}
