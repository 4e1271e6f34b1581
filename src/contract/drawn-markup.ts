/** A page's HTML, and its styles apart: the content policy forbids inline styles. */
export interface DrawnMarkup {
  readonly html: string;
  readonly css: string;
}
