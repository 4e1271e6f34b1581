import type { PushMessage } from '#contract/identity/push-rules.ts';
import type { PushSender } from '../../foundation/server-keys.ts';

/** A browser at its vendor's push service. The keys are base64url. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushService {
  /** Whether messages can be sent to this browser: its service is a known one and its keys are valid. */
  accepts(device: PushDevice): boolean;
  /**
   * Sends a message. False if the browser has unsubscribed. Rejects if the service does not accept it now.
   * @param seconds how long the service waits for a browser that is off
   */
  send(device: PushDevice, message: PushMessage, sender: PushSender, seconds: number): Promise<boolean>;
}
