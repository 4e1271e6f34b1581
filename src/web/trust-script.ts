interface ScriptPolicies {
  createPolicy(name: 'default', rules: { createScriptURL: (url: string) => string | null }): unknown;
}

declare global {
  interface Window {
    /** In browsers with trusted types, script URLs need a policy. */
    readonly trustedTypes?: ScriptPolicies;
  }
}

const trusted = new Set<string>();

/** Allows a worker to be started from this URL, one of our own scripts, and from no other. */
export function trustScript(url: string): void {
  if (trusted.size === 0) {
    window.trustedTypes?.createPolicy('default', {
      createScriptURL: (asked) => (trusted.has(asked) ? asked : null),
    });
  }
  trusted.add(url);
}
