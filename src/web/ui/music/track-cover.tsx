import { useState } from 'react';
import { GrooveRecord, type GrooveRecordProps } from './groove-record.tsx';

export interface TrackCoverProps extends GrooveRecordProps {
  /** The artist's own picture; null for the drawn sleeve. */
  coverUrl: string | null;
}

/** The cover of a track: the artist's picture, else its own groove, also where the picture does not load. Decoration only. */
export function TrackCover({ coverUrl, ...record }: TrackCoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (coverUrl === null || coverUrl === failedUrl) return <GrooveRecord {...record} />;
  return (
    <img
      src={coverUrl}
      alt=""
      loading="lazy"
      draggable={false}
      className="aspect-square w-full self-start bg-raised object-cover"
      onError={() => setFailedUrl(coverUrl)}
    />
  );
}
