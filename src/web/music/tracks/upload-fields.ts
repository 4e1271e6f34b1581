import { type Genre, isGenre, titleLength } from '#contract/business-rules.ts';
import type { QuestionDraft } from '#web/music/questions/question-draft.ts';
import type { TrackTags } from './id3-tags.ts';
import { noOptions, type TrackOptions } from './track-options.ts';

export interface UploadFields extends TrackOptions {
  readonly file: File | null;
  readonly title: string;
  readonly genre: Genre | null;
  readonly questions: readonly QuestionDraft[];
  /** The number of reviews as typed; null for as many as an upload assigns. */
  readonly reviews: string | null;
  /** Values taken from a file's tags. Those of another file replace them. */
  readonly fromTags: { readonly title: string; readonly genre: Genre | null };
}

export const blankFields: UploadFields = {
  file: null,
  title: '',
  genre: null,
  ...noOptions,
  questions: [],
  reviews: null,
  fromTags: { title: '', genre: null },
};

/** A new version starts with the former one's title and genre, which the file's tags do not replace. */
export const fieldsOfVersion = ({
  formerTitle,
  genre,
}: {
  readonly formerTitle: string;
  readonly genre: string;
}): UploadFields => ({ ...blankFields, title: formerTitle, genre: isGenre(genre) ? genre : null });

/**
 * Keeps typed values, and replaces those from another file's tags. Reading tags takes a moment, so a title field that has
 * the focus by then is left alone.
 */
export function prefilled(
  known: UploadFields,
  tags: TrackTags,
  isAtTitle: boolean,
): Pick<UploadFields, 'title' | 'genre' | 'fromTags'> {
  const takesTitle = !isAtTitle && known.title === known.fromTags.title;
  const takesGenre = known.genre === known.fromTags.genre;
  const title = (tags.title ?? '').slice(0, titleLength);
  return {
    title: takesTitle ? title : known.title,
    genre: takesGenre ? tags.genre : known.genre,
    fromTags: {
      title: takesTitle ? title : known.fromTags.title,
      genre: takesGenre ? tags.genre : known.fromTags.genre,
    },
  };
}
