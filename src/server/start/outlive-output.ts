/**
 * Keeps the process running when whoever reads its output ends, as in `npm start | head`. Without a listener the next
 * line would end the process with EPIPE: requests cut off, and the embedded database left running.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
