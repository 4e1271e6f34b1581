import { useRef } from 'react';
import { toast } from '#web/ui/display/toast-queue.ts';
import { checkFile, isMaster } from './upload-checks.ts';
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
    // If the code does not load, the server still checks the file.
    const look = await import('./content-fault.ts').catch(() => null);
    const found = (await look?.contentFault(file)) ?? null;
    if (latest.current !== file) return;
    if (found === null) form.set({ file });
    else refuse(found);
  };
  return { choose: (file: File | null) => void choose(file), master };
}
