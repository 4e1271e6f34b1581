import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '#web/ui/display/toast-queue.ts';
import type { TrackTags } from './id3-tags.ts';
import { checkFile, isMaster } from './upload-checks.ts';
import { prefilled } from './upload-fields.ts';
import { useFilePreview } from './use-file-preview.ts';
import { useMaster } from './use-master.ts';
import { usePageDrop } from './use-page-drop.ts';
import type { useUploadForm } from './use-upload-form.ts';

type UploadForm = ReturnType<typeof useUploadForm>['form'];
export type FileChoice = ReturnType<typeof useFileChoice>;

/** Chooses the recording: a wrong file is rejected before anything is sent, and a master becomes an MP3. */
export function useFileChoice(form: UploadForm, isDisabled: boolean) {
  const { file: chosen } = form.values;
  const latest = useRef<File | null>(null);
  const refuse = (fault: { readonly title: string; readonly body: string }) => {
    toast({ ...fault, tone: 'wrong' });
    form.refuse('file', fault.body);
  };
  const master = useMaster({
    onMade: (file) => form.set({ file }),
    onRefused: (body) => refuse({ title: 'No MP3 was made', body }),
  });
  const look = async (file: File | null): Promise<void> => {
    const fault = file === null ? null : checkFile(file);
    if (fault !== null) return refuse(fault);
    latest.current = file;
    master.cancel();
    if (file === null || isMaster(file)) form.set({ file: null });
    if (file === null) return;
    if (isMaster(file)) return master.make(file);
    // If the code does not load, the server still checks the file.
    const code = await import('./content-fault.ts').catch(() => null);
    const found = (await code?.contentFault(file)) ?? null;
    if (latest.current !== file) return;
    if (found === null) form.set({ file });
    else refuse(found);
  };
  const choose = (file: File | null) => void look(file);
  return {
    /** Null removes the file. */
    choose,
    /** The file is an MP3 made from a master. */
    isMade: chosen !== null && chosen === master.made,
    /** A master being converted to MP3. */
    inWork: master.inWork,
    stop: master.cancel,
    /** The chosen file's waveform, once known. */
    waveform: useFilePreview(chosen, useFillFromTags(form.set)),
    /** A file is being dragged over the page, which accepts it anywhere. */
    isOver: usePageDrop(choose, isDisabled),
  };
}

/** Fills in what a file's tags say, at once: until a later render, an artist could go to the title and type behind it. */
const useFillFromTags = (set: UploadForm['set']) =>
  useCallback(
    (tags: TrackTags) => {
      const isAtTitle = document.activeElement?.getAttribute('name') === 'title';
      flushSync(() => set((known) => prefilled(known, tags, isAtTitle)));
    },
    [set],
  );
