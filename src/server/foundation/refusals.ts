import { type RefusalCode, type RefusalDetails, refusals } from '#contract/errors.ts';

/** A declared refusal to be returned to the client: nothing was changed, and the user is told why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly status: number;

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>>, message: string) {
    super(message);
    this.code = code;
    this.details = details;
    this.status = refusals[code].status;
  }
}

type DetailsArgument<Code extends RefusalCode> =
  Record<string, never> extends RefusalDetails<Code> ? [] : [details: RefusalDetails<Code>];

/** Aborts the current call with a refusal. Inside a transaction the throw rolls it back. */
export function refuse<Code extends RefusalCode>(code: Code, ...[details]: DetailsArgument<Code>): never {
  const { message } = refusals[code] as { message: (details: unknown) => string };
  throw new Refusal(code, details ?? {}, message(details ?? {}));
}
