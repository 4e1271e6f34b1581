/** The four values of the health check, the same for browsers and machines. */
export interface Health {
  readonly status: 'OK' | 'Unavailable';
  readonly domain: string;
  /** The HTTP status: 200 only while the database responds. */
  readonly code: 200 | 503;
  /** ISO 8601 in UTC, by the server's clock. */
  readonly timestamp: string;
}
