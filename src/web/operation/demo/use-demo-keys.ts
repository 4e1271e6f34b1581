import { useEffect, useRef } from 'react';
import { type Focus, keyAct } from './demo-rules.ts';
import type { Demo } from './use-demo.ts';

const texts = 'textarea, select, [contenteditable], input:not([type=radio], [type=range], [type=checkbox])';
const choices = 'input, [role=radio], [role=slider], [role=tab]';
const controls = 'button, a[href], summary';

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(texts)) return 'text';
  if (target.closest(choices)) return 'choice';
  return target.closest(controls) ? 'control' : 'page';
}

/** Keyboard control of the demo, once the password is verified. */
export function useDemoKeys(demo: Demo): void {
  const latest = useRef(demo);
  useEffect(() => {
    latest.current = demo;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { state, ...acts } = latest.current;
      if (!state.isPasswordVerified || event.defaultPrevented || event.repeat) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const act = keyAct(event.key, focusOf(event.target));
      if (act === null) return;
      event.preventDefault();
      if (act !== 'leaveField') acts[act]();
      else if (event.target instanceof HTMLElement) event.target.blur();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
