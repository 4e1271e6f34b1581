import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { titleWindow } from '#web/window-title.ts';

/** After each navigation sets the window's title, and after a change of page focuses its heading. */
export function useArrival(): void {
  const router = useRouter();
  useEffect(() => {
    let last: string | null = null;
    return router.subscribe('onRendered', ({ toLocation: { pathname } }) => {
      const matches = router.state.matches;
      const isMissing = matches.some((match) => match.status === 'notFound' || match._notFound === true);
      titleWindow(pathname, isMissing ? 'Page not found' : matches.at(-1)?.staticData.title);
      if (last !== null && last !== pathname) focusHeading();
      last = pathname;
    });
  }, [router]);
}

function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
