/** A page as HTML, and the rules of its styles: the content policy allows none inside the HTML. */
export interface DrawnMarkup {
  readonly html: string;
  readonly css: string;
}
