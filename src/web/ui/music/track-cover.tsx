import { useState } from 'react';
import { GrooveRecord, type GrooveRecordProps } from './groove-record.tsx';

export interface TrackCoverProps extends GrooveRecordProps {
  /** The artist's cover; null for the drawn cover. */
  coverUrl: string | null;
}

/** A track's cover: the artist's picture, or the drawn cover without one or if it fails to load. Decorative. */
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
