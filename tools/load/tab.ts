import { WebSocket } from 'ws';
import { closeCodes, heartbeatSeconds, realtimePath } from '#contract/realtime-connection.ts';
import { reconnectDelay } from '#web/shell/realtime-rules.ts';

/** The connection of an open page, which reconnects by the browser's own rules. */
export interface Tab {
  readonly isAlive: () => boolean;
  /** How often the connection was lost. */
  readonly losses: () => number;
  /** Close codes from the server, except those of a shutdown. */
  readonly refusals: readonly number[];
  close(): void;
}

/**
 * @param token returns the current access token
 * @param renew called if the server rejects the token
 */
export function openTab(url: string, token: () => string, renew: () => void = () => undefined): Tab {
  const address = url.replace('http', 'ws') + realtimePath;
  let socket: WebSocket;
  let isAlive = false;
  let isOver = false;
  let failures = 0;
  let losses = 0;
  let reconnecting: NodeJS.Timeout | undefined;
  const refusals: number[] = [];
  const sendToken = () => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ token: token() }));
  };
  const connect = () => {
    socket = new WebSocket(address, { origin: url, perMessageDeflate: false });
    socket.on('open', sendToken);
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      if (!String(data).includes('alive')) return;
      isAlive = true;
      failures = 0;
    });
    socket.on('close', (code) => {
      losses += isAlive ? 1 : 0;
      isAlive = false;
      if (isOver) return;
      if (code === closeCodes.tooMany || code === closeCodes.flooded) refusals.push(code);
      failures += 1;
      reconnecting = setTimeout(connect, reconnectDelay(failures, Math.random()));
      if (code === closeCodes.unauthorized) renew();
    });
  };
  connect();
  const beating = setInterval(sendToken, heartbeatSeconds * 1000);
  return {
    isAlive: () => isAlive,
    losses: () => losses,
    refusals,
    close: () => {
      isOver = true;
      clearInterval(beating);
      clearTimeout(reconnecting);
      socket.close();
    },
  };
}
