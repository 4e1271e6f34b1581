import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { iconButtonStyle } from './icon-button-style.ts';
import { chooseTheme, currentTheme, onThemeChange } from './theme.ts';

/** The browser's own button, because it stands on pages that load nothing of the kit. */
export function ThemeToggle({ toDarkLabel, toLightLabel }: { toDarkLabel: string; toLightLabel: string }) {
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  const [label, Icon, next] =
    theme === 'dark' ? ([toLightLabel, Sun, 'light'] as const) : ([toDarkLabel, Moon, 'dark'] as const);
  return (
    <button type="button" aria-label={label} className={iconButtonStyle()} onClick={() => chooseTheme(next)}>
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </button>
  );
}
