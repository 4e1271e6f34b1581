import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { product } from '#contract/product.ts';
import { useSession } from '#web/accounts/session.ts';
import { SiteFooter } from '#web/shell/site-footer.tsx';
import { LoadingScreen } from '#web/ui/loading-screen.tsx';
import { DemoCard } from './demo-card.tsx';
import { FourSteps } from './four-steps.tsx';
import { FrontDoorHeader } from './front-door-header.tsx';
import { Opening } from './opening.tsx';
import { PlanCards } from './plan-cards.tsx';
import { TwoSides } from './two-sides.tsx';

/** `/`: the front door for whoever is signed out, the way into the application for everybody else. */
export function FrontDoorPage() {
  const session = useSession();
  if (session.status === 'signedIn') return <Navigate to="/app" search={true} hash={true} replace />;
  if (session.status === 'restoring') return <Restoring />;
  return (
    <div className="overflow-x-clip">
      <FrontDoorHeader />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-[90rem] gap-24 px-4 pb-24 sm:px-12 lg:gap-36"
      >
        <div>
          <Opening />
          <FourSteps />
        </div>
        <TwoSides />
        <PlanCards />
      </main>
      <SiteFooter />
      <DemoCard />
    </div>
  );
}

const patience = 10_000;

/** While the session is restored; when that takes long, the application's own loading screen offers Retry. */
function Restoring() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (isLate) return <Navigate to="/app" search={true} hash={true} replace />;
  return (
    <main>
      <LoadingScreen wordmark={product.wordmark}>Loading...</LoadingScreen>
    </main>
  );
}
