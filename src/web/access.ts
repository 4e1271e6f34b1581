/** What the session gives to calls. */
export interface Access {
  /** The access token, refreshed first when it counts as expired; null when signed out. */
  token(): Promise<string | null>;
  /** One shared refresh; answers the new token, or null when there is none to be had. */
  renew(): Promise<string | null>;
}

let attached: Access = { token: async () => null, renew: async () => null };

/** The session hands itself in, so that calls need not know it. */
export function attachAccess(access: Access): void {
  attached = access;
}

export const access: Access = { token: () => attached.token(), renew: () => attached.renew() };
