import type { ReactNode } from 'react';

/** The page's padding outside the application, whose frame has none. */
export const PageOfArtist = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-12">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
  </div>
);
