import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from './database-address.ts';

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

const channel = 'earshot_news';
const reconnectMilliseconds = 1000;
/** A silent connection may be dead without noticing, so ask it this often. */
const askMilliseconds = 15_000;

/** News through LISTEN on a connection of its own, which is reopened until it succeeds. */
export function postgresNews(address: DatabaseAddress): News {
  const heard = new Set<(item: NewsItem) => void>();
  const missed = new Set<() => void>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const once = async (isFirst: boolean): Promise<void> => {
    const client = new Client({
      ...clientConfig(address, 'earshot_app'),
      application_name: 'earshot news',
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
    });
    const over = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
      client.once('end', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => {
      const [topic = '', userId = null] = payload.split(' ');
      for (const tell of heard) tell({ topic, userId });
    });
    let asking: ReturnType<typeof setInterval> | undefined;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      if (!isFirst) for (const tell of missed) tell();
      asking = setInterval(() => client.query('select 1').catch(() => client.end()), askMilliseconds);
      await over;
    } finally {
      clearInterval(asking);
      await client.end().catch(() => undefined);
    }
  };

  const follow = async (): Promise<void> => {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      await once(isFirst).catch(() => undefined);
      if (!signal.aborted) await sleep(reconnectMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  };
  const following = follow();

  return {
    listen: (tell, tellMissed) => {
      heard.add(tell);
      missed.add(tellMissed);
    },
    close: async () => {
      stopping.abort();
      await following;
    },
  };
}
