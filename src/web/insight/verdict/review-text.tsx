import type { ReactNode } from 'react';

interface ReviewTextProps {
  isTakenDown: boolean;
  className: string;
  children: ReactNode;
}

/** A review's text in its own direction, or the sentence that an admin took it down. */
export function ReviewText({ isTakenDown, className, children }: ReviewTextProps) {
  if (isTakenDown)
    return (
      <p className="max-w-[72ch] text-muted">An admin took down this review’s text. Its stars still count.</p>
    );
  return (
    <p dir="auto" className={className}>
      {children}
    </p>
  );
}
