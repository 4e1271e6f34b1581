import type { ReactNode } from 'react';

export type BadgeVariant = 'quiet' | 'default' | 'secondary' | 'destructive' | 'muted' | 'deleted' | 'earned';

const shout = 'px-1.5 text-xs leading-5 font-bold [letter-spacing:0.025em] uppercase';

const variants: Record<BadgeVariant, string> = {
  quiet: '',
  default: 'border-brass-mark bg-brass text-on-brass',
  secondary: 'border-rest text-brass-ink',
  destructive: 'border-rose text-rose',
  muted: 'border-rest text-muted',
  deleted: 'border-line text-muted',
  earned: 'border-mint text-mint',
};

/** A state as a tag. The normal state is quiet: plain text. */
export function Badge({ variant = 'default', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap ${variant === 'quiet' ? 'text-sm text-muted' : `border ${shout} ${variants[variant]}`}`}
    >
      {children}
    </span>
  );
}
