/** Resolves when the browser is online again, or after this time. Rejects with an `AbortError`. */
export function untilOnlineOr(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(resolve), milliseconds);
    const online = () => settle(resolve);
    const aborted = () => settle(() => reject(new DOMException('The upload was stopped.', 'AbortError')));
    const settle = (done: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', online);
      signal.removeEventListener('abort', aborted);
      done();
    };
    window.addEventListener('online', online);
    signal.addEventListener('abort', aborted);
  });
}
