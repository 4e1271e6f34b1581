import { useEffect } from 'react';

const phone = '(width < 768px)';
const isTyped = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');

/**
 * On a phone the keyboard leaves some 400 px. While one writes the review they begin with the stars: the form is scrolled
 * to the upper edge, also when the keyboard comes later, and the top bar stays behind.
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
