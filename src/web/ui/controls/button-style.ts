export type ButtonVariant = 'act' | 'quiet' | 'danger' | 'plain';
export type ButtonSize = 'small' | 'regular' | 'large';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
}

const base =
  'not-on-paper relative inline-flex items-center justify-center gap-2 border text-center font-semibold leading-tight select-none cursor-pointer ' +
  'transition-colors disabled:bg-raised disabled:border-transparent disabled:text-muted data-pending:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  act: 'bg-brass border-brass-mark text-on-brass hover:bg-brass-strong',
  quiet: 'border-rest text-text hover:bg-raised hover:border-muted',
  danger: 'border-rose text-rose hover:bg-rose hover:text-on-rose',
  plain: 'border-transparent text-brass-ink hover:bg-raised',
};

/** At least 44 px high on phones and tablets. */
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-sm lg:min-h-8',
  regular: 'min-h-11 px-5 py-2',
  large: 'min-h-13 px-7 py-2 text-lg',
};

/** The class names of a button, for what must be a link but look like one. */
export function buttonStyle({ variant = 'act', size = 'regular', wide = false }: ButtonLook = {}): string {
  return `${base} ${variants[variant]} ${sizes[size]}${wide ? ' w-full' : ''}`;
}
