import { setTracer } from './trace.ts';

interface TracingOptions {
  /** Without it nothing is recorded, and OpenTelemetry is not loaded. */
  readonly endpoint: string | undefined;
  readonly serviceName: string;
  /** Called at most once a minute if spans are lost. */
  readonly report: (details: object, line: string) => void;
}

const reportMilliseconds = 60_000;

/** Records traces of this process. Returns the function that stops it. */
export async function startTracing({
  endpoint,
  serviceName,
  report,
}: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  let reportedAt = Number.NEGATIVE_INFINITY;
  const tracer = openTelemetry({
    endpoint,
    serviceName,
    onFailure: (err) => {
      if (performance.now() - reportedAt < reportMilliseconds) return;
      reportedAt = performance.now();
      report({ err }, 'traces could not be exported');
    },
  });
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await tracer.stop();
  };
}
