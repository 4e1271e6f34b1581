import { useRef } from 'react';
import { FileChanged, usingFile } from '#web/chosen-file-changed.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { checkFile, invalidFileType, isMaster } from './upload-checks.ts';
import { useMaster } from './use-master.ts';
import type { useUploadForm } from './use-upload-form.ts';

type UploadForm = Pick<ReturnType<typeof useUploadForm>['form'], 'set' | 'refuse'>;

/** Chooses the recording: a wrong file is rejected before anything is sent, and a master becomes an MP3. */
export function useFileChoice(form: UploadForm) {
  const latest = useRef<File | null>(null);
  const refuse = (fault: { readonly title: string; readonly body: string }) => {
    toast({ ...fault, tone: 'wrong' });
    form.refuse('file', fault.body);
  };
  const master = useMaster({
    onMade: (file) => form.set({ file }),
    onRefused: (body) => refuse({ title: 'No MP3 was made', body }),
  });
  const choose = async (file: File | null): Promise<void> => {
    const fault = file === null ? null : checkFile(file);
    if (fault !== null) return refuse(fault);
    latest.current = file;
    master.cancel();
    if (file === null || isMaster(file)) form.set({ file: null });
    if (file === null) return;
    if (isMaster(file)) return master.make(file);
    const found = await contentFault(file);
    if (latest.current !== file) return;
    if (found === null) form.set({ file });
    else refuse(found);
  };
  return { choose: (file: File | null) => void choose(file), master };
}

async function contentFault(file: File) {
  try {
    const { beginsAsMp3 } = await import('./begins-as-mp3.ts');
    return (await usingFile(file, () => beginsAsMp3(file))) ? null : invalidFileType;
  } catch (error) {
    // If the code did not load, the server still checks the file.
    return error instanceof FileChanged ? { title: 'File not added', body: error.message } : null;
  }
}
