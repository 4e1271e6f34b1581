interface ScriptPolicies {
  createPolicy(name: 'default', rules: { createScriptURL: (url: string) => string | null }): unknown;
}

declare global {
  interface Window {
    /** Where the browser has trusted types: scripts may come from no other text than a policy lets through. */
    readonly trustedTypes?: ScriptPolicies;
  }
}

const trusted = new Set<string>();

/** Lets a thread be started from this address, one of our own scripts, and from no other text. */
export function trustScript(url: string): void {
  if (trusted.size === 0) {
    window.trustedTypes?.createPolicy('default', {
      createScriptURL: (asked) => (trusted.has(asked) ? asked : null),
    });
  }
  trusted.add(url);
}
