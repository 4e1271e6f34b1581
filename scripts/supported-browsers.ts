/** The oldest browsers that Earshot works in. `docs/operations.md` and `public/old-browser.js` name them. */
export const supportedBrowsers = { chrome: '109', firefox: '115', safari: '16.4' } as const;
