/**
 * One change announced by the database: the topic and the user. A null user means the admins, or all listeners for the
 * topic `queue`.
 */
export interface NewsItem {
  readonly topic: string;
  readonly userId: string | null;
}

/** Committed changes of the database, from any server. */
export interface News {
  /**
   * @param heard called for each change
   * @param missed called if changes may have been missed because the connection was down
   */
  listen(heard: (item: NewsItem) => void, missed: () => void): void;
  close(): Promise<void>;
}
