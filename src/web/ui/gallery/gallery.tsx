import { ThemeToggle } from '../controls/theme-toggle.tsx';
import { PageHeading } from '../display/page-heading.tsx';
import { ToastRegion } from '../display/toast.tsx';
import { Wordmark } from '../music/wordmark.tsx';
import { GalleryActions } from './gallery-actions.tsx';
import { GalleryFields } from './gallery-fields.tsx';
import { GalleryMusic } from './gallery-music.tsx';
import { GalleryRecords } from './gallery-records.tsx';
import { GalleryShown } from './gallery-shown.tsx';

export function Gallery() {
  return (
    <>
      <header className="flex items-center justify-between border-b border-line px-5 py-2 sm:px-10">
        <Wordmark>earshot</Wordmark>
        <ThemeToggle toDarkLabel="Dark theme" toLightLabel="Light theme" />
      </header>
      <main className="mx-auto grid max-w-6xl gap-14 px-5 py-10 sm:px-10">
        <PageHeading lead="Every part, in every state.">The kit</PageHeading>
        <GalleryMusic />
        <GalleryRecords />
        <GalleryActions />
        <GalleryFields />
        <GalleryShown />
      </main>
      <ToastRegion label="Messages" closeLabel="Close" />
    </>
  );
}
