import { setTracer } from './trace.ts';

interface TracingOptions {
  /** Undefined where nothing is recorded: then nothing of OpenTelemetry is loaded either. */
  readonly endpoint: string | undefined;
  readonly serviceName: string;
  /** Told at most once a minute that spans were lost. */
  readonly report: (details: object, line: string) => void;
}

const reportMilliseconds = 60_000;

/** Records what the process does until it is stopped. Answers how to. */
export async function startTracing({
  endpoint,
  serviceName,
  report,
}: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  let reportedAt = Number.NEGATIVE_INFINITY;
  const tracer = openTelemetry({
    ...{ endpoint, serviceName },
    onFailure: (err) => {
      if (performance.now() - reportedAt < reportMilliseconds) return;
      reportedAt = performance.now();
      report({ err }, 'traces could not be sent');
    },
  });
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await tracer.stop();
  };
}
