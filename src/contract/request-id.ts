/** Carries the UUID of a request from the browser to the server's log and the database, and back in the response. */
export const requestIdHeader = 'x-request-id';
