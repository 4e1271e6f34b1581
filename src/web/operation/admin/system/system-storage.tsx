import type { SystemFigures } from '#contract/operation/admin/admin-system.ts';
import { AdminFigure } from '../admin-figure.tsx';
import { shownSize } from './shown-size.ts';
import { SystemSection } from './system-section.tsx';

const shown = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string) => `${shown(count)} ${count === 1 ? one : `${one}s`}`;

/** Stored data and free space. */
export function SystemStorage({ storage }: { storage: SystemFigures['storage'] }) {
  const { audio, covers, avatars, partialUploads, lastSeal, disk, bucket } = storage;
  return (
    <SystemSection title="Storage">
      <dl className="grid">
        <AdminFigure name="Audio" what={counted(audio.files, 'file')}>
          {shownSize(audio.bytes)}
        </AdminFigure>
        <AdminFigure
          name="Pictures"
          what={`${counted(covers, 'cover')}, ${counted(avatars, 'avatar')}. About 50 kB each.`}
        >
          {shown(covers + avatars)}
        </AdminFigure>
        <AdminFigure
          name="Unfinished uploads"
          what={`${counted(partialUploads.uploads, 'upload')}. Deleted after a day without new data.`}
        >
          {shownSize(partialUploads.bytes)}
        </AdminFigure>
        <AdminFigure name="Seals" what="Of the books, in DATA_DIR/seals.">
          {shown(lastSeal ?? 0)}
        </AdminFigure>
        {bucket !== null && (
          <AdminFigure name="Bucket" what="Audio and pictures are on S3.">
            <span className="wrap-anywhere">{bucket}</span>
          </AdminFigure>
        )}
        <AdminFigure name="Free" what={`Of ${shownSize(disk.totalBytes)} on the volume of DATA_DIR.`}>
          {shownSize(disk.freeBytes)}
        </AdminFigure>
      </dl>
    </SystemSection>
  );
}
