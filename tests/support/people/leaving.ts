import { onTestFinished, vi } from 'vitest';

/** Answers every question of the page in the user's place; the questions are its calls. */
export function answerQuestions(answer: boolean) {
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(answer);
  onTestFinished(() => asked.mockRestore());
  return asked;
}

/** Whether the browser would ask before the page is left. */
export const asksBeforeLeaving = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Holds back what would load another page, as a browser does while it asks about that.
 * @returns each path that was to be loaded, and whether the browser would have asked
 */
export function holdPageLoads() {
  const loads: { readonly path: string; readonly asks: boolean }[] = [];
  const hold = (event: NavigateEvent) => {
    event.preventDefault();
    loads.push({ path: new URL(event.destination.url).pathname, asks: asksBeforeLeaving() });
  };
  window.navigation.addEventListener('navigate', hold);
  onTestFinished(() => window.navigation.removeEventListener('navigate', hold));
  return loads;
}
