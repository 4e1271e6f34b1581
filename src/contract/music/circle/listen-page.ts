import type { DrawnMarkup } from '../../drawn-markup.ts';

/** What the server renders at the address of a private link. */
export interface ListenPage {
  readonly address: string;
  /** Null unless the artist wants previews to name the track. */
  readonly named: { readonly title: string; readonly artistName: string } | null;
  /** Revoked, expired, or its track is gone. */
  readonly hasEnded: boolean;
}

/** The module that the build makes from the web's own components, for the server to render the page. */
export interface ListenPageDrawing {
  readonly makeDrawListenPage: () => Promise<DrawListenPage>;
}
export type DrawListenPage = (page: ListenPage) => DrawnMarkup;
