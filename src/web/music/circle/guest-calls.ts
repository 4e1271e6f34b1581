import type { Answer, Sent } from '#contract/call.ts';
import type {
  GuestResponse,
  markGuestMoment,
  OpenedLink,
  openPrivateLink,
  reportGuestListening,
  saveGuestResponse,
} from '#contract/music/circle/circle.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';

export type GuestReport = Sent<typeof reportGuestListening>['body'];
export type TypedResponse = Sent<typeof saveGuestResponse>['body'];

/** The server refused a call. A failed connection throws something else. */
export class LinkRefusal extends Error {
  readonly code: string;
  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

/** The calls of the page of a private link. The script does without the contract's schemas, which would treble it. */
export function guestCalls(address: string) {
  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`/api/listen/${address}/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      // A pause is reported while the page closes.
      keepalive: true,
    });
    // The server has parsed it with the call's schema.
    const answer = (await response.json()) as T | { readonly error: { code: string; message: string } };
    if (typeof answer === 'object' && answer !== null && 'error' in answer)
      throw new LinkRefusal(answer.error);
    return answer as T;
  }
  return {
    open: (isAgain: boolean) =>
      send<OpenedLink>('POST', 'open', { isAgain } satisfies Sent<typeof openPrivateLink>['body']),
    report: (report: GuestReport) => send<object>('POST', 'listening', report),
    mark: (moment: Moment) => send<Answer<typeof markGuestMoment>>('POST', 'moments', moment),
    unmark: (moment: Moment) => send<Answer<typeof markGuestMoment>>('POST', 'moments/undo', moment),
    save: (response: TypedResponse) => send<GuestResponse>('PUT', 'response', response),
    remove: () => send<object>('DELETE', 'response'),
  };
}
export type GuestCalls = ReturnType<typeof guestCalls>;
