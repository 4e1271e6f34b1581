import type { ReactNode } from 'react';
import { iconButtonStyle } from './icon-button-style.ts';
import { Pressable, type PressableProps } from './pressable.tsx';

export interface IconButtonProps
  extends Omit<PressableProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** The button's action, for screen readers and as a tooltip. */
  label: string;
  /** The icon, 20 px, hidden from screen readers. */
  children: ReactNode;
  isPressed?: boolean | undefined;
  size?: 'small' | 'regular';
}

export function IconButton({ label, children, isPressed, size, ...rest }: IconButtonProps) {
  const pressed = isPressed === undefined ? {} : { 'aria-pressed': isPressed };
  return (
    <Pressable {...rest} {...pressed} aria-label={label} className={iconButtonStyle(size)}>
      {children}
    </Pressable>
  );
}
