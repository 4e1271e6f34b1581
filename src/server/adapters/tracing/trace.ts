import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span tells beside its name: names, counts and codes; never a value of a row, an address or a text. */
export type Told = Readonly<Record<string, string | number | undefined>>;

/** Something that takes time and is being recorded. */
export interface Span {
  /** Of the whole trace, 32 hexadecimal digits. */
  readonly traceId: string;
  tell(told: Told): void;
  /** @param error what it ended with; of it only the name is told */
  end(error?: unknown): void;
}

/** Work for somebody else's request, work for others of our own, or a step of our own. */
export type SpanKind = 'server' | 'client' | 'consumer';

export interface Beginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly told: Told;
  readonly parent: Span | undefined;
  /** The header `traceparent` of a request: what it is part of elsewhere. */
  readonly traceparent?: string | undefined;
}

export interface Tracer {
  begin(beginning: Beginning): Span;
}

let tracer: Tracer | undefined;
const running = new AsyncLocalStorage<Span>();

/** One for the process; without it nothing is recorded, and asking costs one comparison. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Begins a span that belongs to nothing else here; undefined where nothing is recorded. */
export const beginTrace = (beginning: Omit<Beginning, 'parent'>): Span | undefined =>
  tracer?.begin({ ...beginning, parent: undefined });

/** Runs `task`, and everything that it starts, as part of the span. */
export const runInSpan = <Result>(span: Span, task: () => Result): Result => running.run(span, task);

/** Records the work as a step of the span that runs; without one, which is most often, it only does it. */
export function traced<Result>(name: string, told: () => Told, work: () => Promise<Result>): Promise<Result> {
  if (tracer === undefined) return work();
  const parent = running.getStore();
  if (parent === undefined) return work();
  return recorded(tracer.begin({ name, kind: 'client', told: told(), parent }), work);
}

/** Ends the span with the work. */
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
