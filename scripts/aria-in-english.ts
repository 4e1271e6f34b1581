import type { Plugin } from 'vite';

/** A table of React Aria's own words in a language other than American English. */
const otherLanguage = /\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*(?<!en-US)\.mjs$/;

/** The pages are in English only, so React Aria's words are too, whatever the browser's language. Saves 33 tables a widget. */
export const ariaInEnglish = (): Plugin => ({
  name: 'aria-in-english',
  enforce: 'pre',
  load: (id) => (otherLanguage.test(id) ? "export { default } from './en-US.mjs';" : undefined),
});
