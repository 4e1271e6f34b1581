/** The class names of a button that is only an icon. */
export const iconButtonStyle = (size: 'small' | 'regular' = 'regular'): string =>
  `inline-flex shrink-0 items-center justify-center ${size === 'small' ? 'size-11 lg:size-8' : 'size-11'} cursor-pointer ` +
  'text-muted transition-colors hover:bg-raised hover:text-text disabled:text-rest aria-pressed:text-brass-ink';
