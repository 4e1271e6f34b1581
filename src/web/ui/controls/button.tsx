import type { ReactNode } from 'react';
import { type ButtonLook, buttonStyle } from './button-style.ts';
import { Pressable, type PressableProps } from './pressable.tsx';

export interface ButtonProps extends Omit<PressableProps, 'className' | 'style'>, ButtonLook {
  children: ReactNode;
  icon?: ReactNode;
  /** The button's text while pending. */
  pendingLabel?: string | undefined;
}

/** Both texts share a grid cell, so the button keeps its width while pending. */
function Texts({ text, pending, isPending }: { text: ReactNode; pending: string; isPending: boolean }) {
  return (
    <span className="grid *:[grid-area:1/1]">
      <span className={isPending ? 'invisible' : ''}>{text}</span>
      <span className={isPending ? '' : 'invisible'}>{pending}</span>
    </span>
  );
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, pendingLabel, children, ...rest } = props;
  return (
    <Pressable {...rest} className={buttonStyle({ variant, size, wide })}>
      {icon}
      {pendingLabel === undefined ? (
        children
      ) : (
        <Texts text={children} pending={pendingLabel} isPending={rest.isPending === true} />
      )}
    </Pressable>
  );
}
