/** The four values of the health page, the same for browsers and for machines. */
export interface Health {
  readonly status: 'OK' | 'Unavailable';
  readonly domain: string;
  /** The HTTP status of the answer: 200 only while the database answers. */
  readonly code: 200 | 503;
  /** ISO 8601 in UTC, by the server's clock. */
  readonly timestamp: string;
}
