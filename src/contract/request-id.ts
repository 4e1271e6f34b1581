/** Carries the UUID of one act from the browser to the server's log and the database, and back with the answer. */
export const requestIdHeader = 'x-request-id';
