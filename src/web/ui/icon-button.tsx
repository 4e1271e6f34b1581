import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';

export interface IconButtonProps
  extends Omit<ButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** What the button does, for screen readers and as its tooltip. */
  label: string;
  /** The icon, 20 px, hidden from screen readers. */
  children: ReactNode;
  isPressed?: boolean | undefined;
  size?: 'small' | 'regular';
}

export function IconButton({ label, children, isPressed, size = 'regular', ...rest }: IconButtonProps) {
  const measure = size === 'small' ? 'size-11 sm:size-8' : 'size-11';
  const pressed = isPressed === undefined ? {} : { 'aria-pressed': isPressed };
  return (
    <Button
      {...rest}
      {...pressed}
      aria-label={label}
      className={`inline-flex shrink-0 items-center justify-center ${measure} cursor-pointer text-muted transition-colors hover:bg-raised hover:text-text disabled:text-rest aria-pressed:text-brass`}
    >
      {children}
    </Button>
  );
}
