import type { Plugin } from 'vite';

/** A table of React Aria's texts in a language other than American English. */
const otherLanguage = /\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*(?<!en-US)\.mjs$/;

/** Where React Aria finds whether the browser's language is written from right to left. */
const direction = /\/react-aria\/dist\/private\/i18n\/utils\.mjs$/;

/**
 * Serves React Aria in English only, as our own pages are, which saves 33 tables per widget. In a browser in Arabic or
 * Hebrew, the arrow keys would go the other way on pages that are still written from left to right.
 */
export const ariaInEnglish = (): Plugin => ({
  name: 'aria-in-english',
  enforce: 'pre',
  load: (id) => {
    if (otherLanguage.test(id)) return "export { default } from './en-US.mjs';";
    return direction.test(id) ? 'export const isRTL = () => false;' : undefined;
  },
});
