/** The product's name and texts. The support address is a setting of the server (SUPPORT_EMAIL). */
export const product = {
  name: 'Earshot',
  wordmark: 'earshot',
  tagline: 'Music Discovery & Feedback Platform',
  /** Equals the version of package.json; a test compares them. */
  version: '0.8.0',
} as const;
