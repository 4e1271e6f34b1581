import { useEffect, useState } from 'react';
import { shortcutKey } from '#web/ui/controls/shortcut-key.ts';

const cookieName = 'sidebar:state';
const week = 7 * 24 * 60 * 60;

/** Collapsed without the cookie, else by its value. */
export const isOpenByCookie = (cookies: string): boolean =>
  cookies.split(/;\s*/).includes(`${cookieName}=true`);

/** The sidebar of wide windows: open, or a rail of icons. Stored in a cookie for a week, toggled by Ctrl/Cmd+B. */
export function useSidebar(onToggle: () => boolean): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(() => isOpenByCookie(document.cookie));
  const toggle = () => {
    if (onToggle()) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
    document.cookie = `${cookieName}=${!isOpen}; path=/; max-age=${week}; SameSite=Lax`;
    setOpen(!isOpen);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      if (shortcutKey(event) !== 'b' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return { isOpen, toggle };
}
