import type { ReactNode } from 'react';

export type BadgeVariant = 'default' | 'secondary' | 'destructive' | 'muted' | 'deleted' | 'earned';

const variants: Record<BadgeVariant, string> = {
  default: 'border-brass bg-brass text-on-brass',
  secondary: 'border-rest text-brass',
  destructive: 'border-rose text-rose',
  muted: 'border-rest text-muted',
  deleted: 'border-line text-muted line-through',
  earned: 'border-mint text-mint',
};

export function Badge({ variant = 'default', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-block border px-1.5 text-xs leading-5 font-bold [letter-spacing:0.025em] whitespace-nowrap uppercase ${variants[variant]}`}
    >
      {children}
    </span>
  );
}
