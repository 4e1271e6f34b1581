/**
 * Keeps the process running if the reader of its output exits, as in `npm start | head`. Without a listener the next
 * line would end the process with EPIPE, cutting off requests and leaving the embedded database running.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
