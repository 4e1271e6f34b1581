/** The access token, as API calls need it. */
export interface Access {
  /** The access token, refreshed first if it is about to expire; null if signed out. */
  token(): Promise<string | null>;
  /** Refreshes the token, one request at a time for all callers. Null if that fails. */
  renew(): Promise<string | null>;
}

let attached: Access = { token: async () => null, renew: async () => null };

/** Called by the session, so that API calls need not import it. */
export function attachAccess(access: Access): void {
  attached = access;
}

export const access: Access = { token: () => attached.token(), renew: () => attached.renew() };
