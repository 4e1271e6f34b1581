const ownBuild = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="earshot-build"]')?.content;

let isOld = false;

/** Compares the build that the server names with the one of this page. */
export function noteServerBuild(build: string | null): void {
  if (build !== null && build !== ownBuild()) isOld = true;
}

/** Whether the server has been updated since this page was loaded. The next navigation then loads the new page. */
export const isPageOld = (): boolean => isOld;
