import { X } from 'lucide-react';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastQueue as AriaToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  type QueuedToast,
  Text,
} from 'react-aria-components/Toast';
import { IconButton } from '../controls/icon-button.tsx';

export interface ToastMessage {
  title: string;
  body?: string | undefined;
  /** A second line: whom and how much it was about. */
  detail?: string | undefined;
  tone?: 'plain' | 'earned' | 'wrong' | undefined;
  /** What the user was doing. A newer message of the same act takes the place of the last one. */
  act?: string | undefined;
}

const shownFor = 5000;
const queue = new AriaToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Shows a message for five seconds; hover and focus hold it. Works outside components. */
export function toast(message: ToastMessage): void {
  const { act } = message;
  if (act !== undefined) {
    for (const shown of queue.visibleToasts) if (shown.content.act === act) queue.close(shown.key);
  }
  queue.add(message, { timeout: shownFor });
}

const edges = { plain: 'border-s-brass', earned: 'border-s-mint', wrong: 'border-s-rose' };

function Message({ message, closeLabel }: { message: QueuedToast<ToastMessage>; closeLabel: string }) {
  const { title, body, detail, tone = 'plain' } = message.content;
  return (
    <AriaToast
      toast={message}
      className={`flex items-start gap-3 border border-s-4 border-rest bg-panel py-2 ps-4 pe-1 ${edges[tone]}`}
    >
      <AriaToastContent className="grid min-w-0 grow py-2">
        <Text slot="title" className="font-semibold">
          {title}
        </Text>
        {body !== undefined && (
          <Text slot="description" className="text-sm text-muted">
            {body}
            {detail !== undefined && <span className="tabular block text-text">{detail}</span>}
          </Text>
        )}
      </AriaToastContent>
      <IconButton slot="close" label={closeLabel}>
        <X aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
    </AriaToast>
  );
}

/** Where the messages appear; mounted once. On a phone above, away from the thumbs and the keyboard. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  return (
    <AriaToastRegion
      queue={queue}
      aria-label={label}
      className="fixed inset-x-3 top-3 z-50 grid gap-2 sm:start-auto sm:top-auto sm:bottom-3 sm:w-96"
    >
      {({ toast: message }) => <Message message={message} closeLabel={closeLabel} />}
    </AriaToastRegion>
  );
}
