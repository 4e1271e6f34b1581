/** The class names of a link inside text. */
export const linkStyle =
  'font-medium text-brass-ink underline decoration-1 underline-offset-4 hover:text-brass-ink hover:decoration-2';
