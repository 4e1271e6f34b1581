import { isMarkedSignedIn } from '#web/accounts/session/signed-in-mark.ts';
import { matrixFlag } from '#web/browser-flags.ts';
import { chooseTheme, currentTheme, onThemeChange } from '#web/ui/controls/theme.ts';
import { onConnectionChange } from './connection.ts';

/** The page as it was drawn without a browser, in front of the application. */
export const drawn = document.getElementById('before-scripts');

export function sayWhenOffline(): void {
  const line = drawn?.querySelector<HTMLElement>('[role="status"] p');
  const show = () => {
    if (line) line.hidden = navigator.onLine;
  };
  show();
  onConnectionChange(show);
}

/** Lets the drawn button change the theme, and names what it does next. */
export function changeTheme(): void {
  const button = drawn?.querySelector<HTMLButtonElement>('button[data-to-dark]');
  if (!button) return;
  const { toDark = '', toLight = '' } = button.dataset;
  const isDark = () => currentTheme() === 'dark';
  const name = () => button.setAttribute('aria-label', isDark() ? toLight : toDark);
  name();
  onThemeChange(name);
  button.addEventListener('click', () => chooseTheme(isDark() ? 'light' : 'dark'));
}

let isLoading = false;
export function loadApplication(): void {
  if (isLoading) return;
  const application = document.querySelector<HTMLLinkElement>('link[data-application]');
  if (application === null) return;
  isLoading = true;
  void import(/* @vite-ignore */ application.href);
}

/** Loads the application for a browser that may be signed in, also when that happens later or in another tab. */
export function loadApplicationWhenNeeded(): void {
  const loadIfNeeded = () => {
    if (isMarkedSignedIn() || matrixFlag.isOn()) loadApplication();
  };
  loadIfNeeded();
  window.addEventListener('storage', loadIfNeeded);
  window.addEventListener('pageshow', loadIfNeeded);
}
