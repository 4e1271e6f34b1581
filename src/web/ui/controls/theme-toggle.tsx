import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { iconButtonStyle } from './icon-button-style.ts';
import { chooseTheme, currentTheme, onThemeChange, type Theme } from './theme.ts';

/** Of the page as the server draws it; a script then names the theme that is chosen. */
const drawnTheme = (): Theme => 'dark';

/** The browser's own button, because it stands on pages that load nothing of the kit. */
export function ThemeToggle({ toDarkLabel, toLightLabel }: { toDarkLabel: string; toLightLabel: string }) {
  const theme = useSyncExternalStore(onThemeChange, currentTheme, drawnTheme);
  return (
    <button
      type="button"
      aria-label={theme === 'dark' ? toLightLabel : toDarkLabel}
      data-to-dark={toDarkLabel}
      data-to-light={toLightLabel}
      className={iconButtonStyle()}
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <Sun aria-hidden size={20} strokeWidth={1.75} className="in-data-[theme=light]:hidden" />
      <Moon aria-hidden size={20} strokeWidth={1.75} className="not-in-data-[theme=light]:hidden" />
    </button>
  );
}
