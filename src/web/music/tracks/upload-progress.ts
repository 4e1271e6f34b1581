/** A track of the artist that sounds like the recording. */
export interface SimilarTo {
  readonly trackId: string;
  readonly title: string;
}
/** The former version, or null for a new track. */
export type VersionAnswer = { readonly trackId: string; readonly takesBack: boolean } | null;

/** The stage of an upload. Percentages are from the specification (section 4). */
export type UploadStage =
  | { readonly name: 'checking' }
  | { readonly name: 'sending'; readonly sent: number; readonly total: number }
  /** The connection is lost. */
  | { readonly name: 'waiting'; readonly sent: number; readonly total: number }
  | { readonly name: 'stored' }
  /** Checks whether it sounds like another track of the artist. */
  | { readonly name: 'comparing' }
  | {
      readonly name: 'asking';
      readonly similar: SimilarTo;
      /** The number of reviews, if one was chosen. */
      readonly reviews: number | null;
      readonly answer: (answer: VersionAnswer) => void;
    }
  | { readonly name: 'adding' }
  /** The bytes are stored, but the connection is lost. */
  | { readonly name: 'addingLater' }
  | { readonly name: 'added' }
  | { readonly name: 'done' };

const afterCheck = 25;
const afterStoring = 50;

/** Whole percent: 25 to 50 follow the bytes, the rest the steps. */
export function uploadPercent(stage: UploadStage): number {
  switch (stage.name) {
    case 'checking':
      return 0;
    case 'sending':
    case 'waiting': {
      const part = stage.total === 0 ? 0 : Math.min(1, stage.sent / stage.total);
      return Math.floor(afterCheck + part * (afterStoring - afterCheck));
    }
    case 'stored':
    case 'comparing':
    case 'asking':
      return afterStoring;
    case 'adding':
    case 'addingLater':
      return 75;
    case 'added':
      return 90;
    case 'done':
      return 100;
  }
}

const megabytes = (bytes: number) => (bytes / (1024 * 1024)).toFixed(1);

export function uploadStageText(stage: UploadStage): string {
  switch (stage.name) {
    case 'checking':
      return 'Checking your plan';
    case 'sending':
      return stage.sent < stage.total
        ? `Sending ${megabytes(stage.sent)} of ${megabytes(stage.total)} MB`
        : 'Checking the recording';
    case 'waiting':
      return `Connection lost. Resumes from ${megabytes(stage.sent)} of ${megabytes(stage.total)} MB when you’re back online`;
    case 'comparing':
      return 'Comparing with your other tracks';
    case 'asking':
      return 'Your answer is needed';
    case 'stored':
    case 'adding':
      return 'Adding your track';
    case 'addingLater':
      return 'Connection lost. Your track is added when you’re back online';
    case 'added':
      return 'Updating your tracks';
    case 'done':
      return 'Done';
  }
}

/** The last step creates the track and cannot be canceled. */
export const canCancel = ({ name }: UploadStage): boolean =>
  ['checking', 'sending', 'waiting', 'comparing', 'asking'].includes(name);
