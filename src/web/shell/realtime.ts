import type { Topic } from '#contract/realtime.ts';
import { closeCodes, heartbeatSeconds, realtimePath } from '#contract/realtime-connection.ts';
import { access } from '#web/routes/access.ts';
import { readMessage, reconnectDelay } from './realtime-rules.ts';

const answerWithinMilliseconds = 10_000;

/**
 * Keeps this tab's one connection open while a user is signed in, and reports changes. Pages work without it. After a
 * reconnect everything may have changed. @returns the function that closes it
 */
export function openRealtime(changed: (topic: Topic) => void): () => void {
  const address = new URL(realtimePath, window.location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  let socket: WebSocket | undefined;
  let failures = 0;
  let wasAlive = false;
  let isOver = false;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let unanswered: ReturnType<typeof setTimeout> | undefined;

  /** The first message and every heartbeat contain the current token. */
  const sendToken = async () => {
    const sender = socket;
    const token = await access.token();
    if (token === null || sender?.readyState !== WebSocket.OPEN) return;
    sender.send(JSON.stringify({ token }));
    clearTimeout(unanswered);
    unanswered = setTimeout(() => sender.close(), answerWithinMilliseconds);
  };

  const hear = (text: string) => {
    const message = readMessage(text);
    clearTimeout(unanswered);
    if (message && 'changed' in message) changed(message.changed);
    if (!message || !('alive' in message)) return;
    if (wasAlive && failures > 0) changed('all');
    wasAlive = true;
    failures = 0;
  };

  const connect = () => {
    socket = new WebSocket(address);
    socket.onopen = () => void sendToken();
    socket.onmessage = ({ data }: MessageEvent<string>) => hear(data);
    socket.onclose = ({ code }) => {
      clearTimeout(unanswered);
      if (isOver || code === closeCodes.tooMany) return;
      failures += 1;
      reconnecting = setTimeout(connect, reconnectDelay(failures, Math.random()));
      // The session may have ended elsewhere, which renewing the token will show.
      if (code === closeCodes.unauthorized) void access.renew();
    };
  };

  connect();
  const beating = setInterval(() => void sendToken(), heartbeatSeconds * 1000);
  return () => {
    isOver = true;
    clearInterval(beating);
    clearTimeout(reconnecting);
    clearTimeout(unanswered);
    socket?.close();
  };
}
