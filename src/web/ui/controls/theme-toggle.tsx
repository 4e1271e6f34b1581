import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { iconButtonStyle } from './icon-button-style.ts';
import { chooseTheme, currentTheme, onThemeChange, type Theme } from './theme.ts';

/** On the server; a script then corrects the label for the chosen theme. */
const drawnTheme = (): Theme => 'dark';

/** A native button, because it is used on pages that load none of the kit. */
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
