/** What the product calls itself, everywhere. The support address is a setting of the server (SUPPORT_EMAIL). */
export const product = {
  name: 'Earshot',
  wordmark: 'earshot',
  tagline: 'Music Discovery & Feedback Platform',
  /** The same as in package.json; a test compares them. */
  version: '0.6.0',
} as const;
