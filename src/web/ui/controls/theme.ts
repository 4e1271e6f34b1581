export type Theme = 'dark' | 'light';

/** `public/before-first-paint.js` reads the same key before the first paint. */
const storageKey = 'earshot-theme';

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** Sets and stores the theme; by default the system decides. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  document.documentElement.dataset.theme = theme;
}

/** Whether the user chose a theme in this browser. */
export function hasChosenTheme(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Forgets the chosen theme. */
export function followSystemTheme(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
  const isLight = matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
}

/** Calls back after every change of the theme, whatever caused it. Returns the function that unsubscribes. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
