import { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a span: names, counts and codes; never row values, addresses or texts. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A recorded operation. */
export interface Span {
  /** Id of the whole trace, 32 hex digits. */
  readonly traceId: string;
  setAttributes(attributes: Attributes): void;
  /** @param error what it ended with; only its name is recorded */
  end(error?: unknown): void;
}

/** An incoming request, a background job, or a step of either. */
export type SpanKind = 'server' | 'client' | 'consumer';

export interface Beginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly parent: Span | undefined;
  /** The request's `traceparent` header, which names its remote parent. */
  readonly traceparent?: string | undefined;
}

export interface Tracer {
  begin(beginning: Beginning): Span;
}

let tracer: Tracer | undefined;
const running = new AsyncLocalStorage<Span>();

/** The process's tracer. Without one nothing is recorded, and each check costs one comparison. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Begins a new trace; undefined if nothing is recorded. */
export const beginTrace = (beginning: Omit<Beginning, 'parent'>): Span | undefined =>
  tracer?.begin({ ...beginning, parent: undefined });

/** Runs `task` and everything it starts as part of the span. */
export const runInSpan = <Result>(span: Span, task: () => Result): Result => running.run(span, task);

/** Records the work as a step of the current span. Without one, which is the usual case, it just runs the work. */
export function traced<Result>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work();
  const parent = running.getStore();
  if (parent === undefined) return work();
  return recorded(tracer.begin({ name, kind: 'client', attributes: attributes(), parent }), work);
}

/** Ends the span when the work ends. */
export async function recorded<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await runInSpan(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
