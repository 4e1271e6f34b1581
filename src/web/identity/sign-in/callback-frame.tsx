import type { ReactNode } from 'react';

export function CallbackFrame({ children }: { children: ReactNode }) {
  return <section className="m-auto grid w-full max-w-2xl gap-8 px-4 py-12 sm:px-8">{children}</section>;
}
