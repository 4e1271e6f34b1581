import { useCallback, useEffect, useState } from 'react';
import type { Health } from '#contract/health.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { LoneFrame } from './lone-frame.tsx';

const steady = Array.from({ length: 40 }, (_, at) => 0.55 + 0.35 * Math.sin(at * 1.1));

/** `/health`, for everybody. */
export const HealthPage = () => (
  <LoneFrame>
    <HealthValues />
  </LoneFrame>
);

/** The four values; in the application's own frame for those who are signed in. */
export function HealthValues() {
  const { health, isAsking, ask } = useHealth();
  return (
    <div className="mx-auto grid w-full max-w-3xl content-center gap-8 px-4 py-12 sm:px-12">
      <h1 className="text-2xl text-muted">Health</h1>
      <div className="grid min-h-40 content-center" role="status">
        {health !== null && (
          <SwellType
            peaks={steady}
            largest={9}
            smallest={3.5}
            tone={health.status === 'OK' ? 'text' : 'brass'}
          >
            {health.status}
          </SwellType>
        )}
      </div>
      <dl className="grid gap-px border border-line bg-line sm:grid-cols-[1fr_0.6fr_1.4fr]">
        <Value name="Domain">{health?.domain}</Value>
        <Value name="Status">{health?.code}</Value>
        <Value name="Timestamp">{health?.timestamp}</Value>
      </dl>
      <div>
        <button type="button" disabled={isAsking} onClick={ask} className={buttonStyle({ variant: 'quiet' })}>
          Check again
        </button>
      </div>
    </div>
  );
}

function Value({ name, children }: { name: string; children: string | number | undefined }) {
  return (
    <div className="grid content-start gap-1 bg-panel p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular min-h-6 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function useHealth() {
  const [health, setHealth] = useState<Health | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(() => {
    setAsking(true);
    void askServer()
      .then(setHealth)
      .finally(() => setAsking(false));
  }, []);
  useEffect(ask, [ask]);
  return { health, isAsking, ask };
}

/** The server's health; 'Unavailable' if there is no valid response. Never throws. */
async function askServer(): Promise<Health> {
  const none: Health = {
    status: 'Unavailable',
    domain: window.location.host,
    code: 503,
    timestamp: new Date().toISOString(),
  };
  try {
    const response = await fetch('/health', { headers: { accept: 'application/json' }, cache: 'no-store' });
    const answer: unknown = await response.json();
    return isHealth(answer) ? answer : none;
  } catch {
    return none;
  }
}

const isHealth = (answer: unknown): answer is Health =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'timestamp' in answer;
