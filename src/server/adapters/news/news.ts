/** One change, told by the database: what, and whose it is; null is for the admins, and of the queue for all listeners. */
export interface NewsItem {
  readonly topic: string;
  readonly userId: string | null;
}

/** Changes of the database as they are committed, by whichever server. */
export interface News {
  /**
   * @param heard called for every change
   * @param missed called when changes may have been missed, because the connection was away
   */
  listen(heard: (item: NewsItem) => void, missed: () => void): void;
  close(): Promise<void>;
}
