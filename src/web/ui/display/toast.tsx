import { X } from 'lucide-react';
import { type FocusEvent, useSyncExternalStore } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { linkStyle } from '../controls/link-style.ts';
import { closeToast, holdToasts, onToasts, type ShownToast, shownToasts } from './toast-queue.ts';

const edges = { plain: 'border-s-brass-mark', earned: 'border-s-mint', wrong: 'border-s-rose' };

function Message({ message, closeLabel }: { message: ShownToast; closeLabel: string }) {
  const { id, title, body, detail, link, tone = 'plain' } = message;
  return (
    <div
      role="alert"
      className={`flex items-start gap-2 border border-s-4 border-rest bg-panel ps-3 ${edges[tone]}`}
    >
      <div className="grid min-w-0 grow py-2">
        <p className="leading-tight font-semibold">{title}</p>
        {body !== undefined && (
          <div className="text-sm leading-snug text-muted">
            {body}
            {detail !== undefined && <span className="tabular block text-text">{detail}</span>}
          </div>
        )}
        {link !== undefined && (
          <a
            href={link.url}
            target="_blank"
            rel="noreferrer"
            onClick={() => closeToast(id)}
            className={`justify-self-start py-1 ${linkStyle}`}
          >
            {link.label}
          </a>
        )}
      </div>
      <IconButton label={closeLabel} onPress={() => closeToast(id)}>
        <X aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Where toasts appear; mounted once. Over the top bar between its ends, so that they cover nothing needed next. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(onToasts, shownToasts);
  if (shown.length === 0) return null;
  const letGo = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) holdToasts(false);
  };
  return (
    <section
      aria-label={label}
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={letGo}
      className="fixed start-11 end-11 top-0 z-50 grid md:end-auto md:start-44 md:w-56 md:gap-1 lg:w-96 xl:w-lg"
    >
      {shown.map((message) => (
        <Message key={message.id} message={message} closeLabel={closeLabel} />
      ))}
    </section>
  );
}
