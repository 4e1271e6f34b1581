import type { Plugin } from 'vite';

/** A table of React Aria's texts in a language other than American English. */
const otherLanguage = /\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*(?<!en-US)\.mjs$/;

/** Serves React Aria's texts in English only, as on our own pages, which saves 33 tables per widget. */
export const ariaInEnglish = (): Plugin => ({
  name: 'aria-in-english',
  enforce: 'pre',
  load: (id) => (otherLanguage.test(id) ? "export { default } from './en-US.mjs';" : undefined),
});
