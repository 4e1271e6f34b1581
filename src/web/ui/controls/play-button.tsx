import { Pause, Play } from 'lucide-react';
import { Pressable, type PressableProps } from './pressable.tsx';

export interface PlayButtonProps
  extends Omit<PressableProps, 'className' | 'style' | 'children' | 'aria-label'> {
  label: string;
  isPlaying: boolean;
  size?: 'small' | 'regular';
}

export function PlayButton({ label, isPlaying, size = 'regular', ...rest }: PlayButtonProps) {
  const Icon = isPlaying ? Pause : Play;
  return (
    <Pressable
      {...rest}
      aria-label={label}
      className={`inline-flex shrink-0 items-center justify-center rounded-full ${size === 'small' ? 'size-11' : 'size-14'} cursor-pointer border border-brass-mark bg-brass text-on-brass transition-colors hover:bg-brass-strong disabled:border-line disabled:bg-raised disabled:text-muted data-pending:bg-raised data-pending:text-muted`}
    >
      <Icon
        aria-hidden
        size={size === 'small' ? 18 : 24}
        fill="currentColor"
        strokeWidth={1.5}
        className={isPlaying ? '' : 'translate-x-px'}
      />
    </Pressable>
  );
}
