import { useEffect } from 'react';

const phone = '(width < 768px)';
const isTyped = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');

/**
 * A phone's keyboard leaves about 400 px. While writing, the form is scrolled to the top, stars first, even if the
 * keyboard appears later, and the top bar is hidden.
 */
export function useWritingView(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const written = form.current;
    const root = document.documentElement;
    if (written === null) return;
    const show = () => {
      if (document.activeElement instanceof HTMLTextAreaElement && 'writing' in root.dataset)
        written.scrollIntoView({ block: 'start' });
    };
    const begin = ({ target }: FocusEvent) => {
      if (!isTyped(target) || !matchMedia(phone).matches) return;
      root.dataset.writing = '';
      show();
    };
    const end = ({ relatedTarget }: FocusEvent) => {
      if (!isTyped(relatedTarget)) delete root.dataset.writing;
    };
    const view = window.visualViewport;
    written.addEventListener('focusin', begin);
    written.addEventListener('focusout', end);
    view?.addEventListener('resize', show);
    return () => {
      written.removeEventListener('focusin', begin);
      written.removeEventListener('focusout', end);
      view?.removeEventListener('resize', show);
      delete root.dataset.writing;
    };
  }, [form]);
}
