export interface SentBytes {
  add(bytes: number): void;
  /** Saves what is left. */
  close(): Promise<void>;
}

const mostUnsaved = 256 * 1024;
const longestUnsavedMilliseconds = 2000;

/**
 * Adds up bytes and saves them every 256 KiB or 2 s, so that a review right after listening is judged by what was
 * sent. `save` runs one after the other; what it fails to save is lost and told to `onError`.
 */
export function sentBytes(
  save: (bytes: number) => Promise<void>,
  onError: (error: unknown) => void,
): SentBytes {
  let unsaved = 0;
  let saving = Promise.resolve();
  const flush = () => {
    const bytes = unsaved;
    unsaved = 0;
    if (bytes > 0) saving = saving.then(() => save(bytes)).catch(onError);
    return saving;
  };
  const timer = setInterval(flush, longestUnsavedMilliseconds);
  return {
    add: (bytes) => {
      unsaved += bytes;
      if (unsaved >= mostUnsaved) void flush();
    },
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
