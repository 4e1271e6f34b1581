import { matrixFlag } from '#web/browser-flags.ts';
import { isMarkedSignedIn } from '#web/identity/session/signed-in-mark.ts';
import { chooseTheme, currentTheme, onThemeChange } from '#web/ui/controls/theme.ts';
import { onConnectionChange } from './connection.ts';

/** The prerendered page, shown until the application has rendered. */
export const drawn = document.getElementById('before-scripts');

export function sayWhenOffline(): void {
  const line = drawn?.querySelector<HTMLElement>('[role="status"] p');
  const show = () => {
    if (line) line.hidden = navigator.onLine;
  };
  show();
  onConnectionChange(show);
}

/** Connects the prerendered theme button and updates its label. */
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

/** Loads the application if the browser may be signed in, now or later, or in another tab. */
export function loadApplicationWhenNeeded(): void {
  const loadIfNeeded = () => {
    if (isMarkedSignedIn() || matrixFlag.isOn()) loadApplication();
  };
  loadIfNeeded();
  window.addEventListener('storage', loadIfNeeded);
  window.addEventListener('pageshow', loadIfNeeded);
}
