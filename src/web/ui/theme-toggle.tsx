import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import { chooseTheme, currentTheme, onThemeChange } from './theme.ts';

export function ThemeToggle({ toDarkLabel, toLightLabel }: { toDarkLabel: string; toLightLabel: string }) {
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  const [label, Icon, next] =
    theme === 'dark' ? ([toLightLabel, Sun, 'light'] as const) : ([toDarkLabel, Moon, 'dark'] as const);
  return (
    <IconButton label={label} onPress={() => chooseTheme(next)}>
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </IconButton>
  );
}
