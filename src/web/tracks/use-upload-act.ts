import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { toast } from '#web/ui/toast.tsx';
import { checkFields, type UploadFault } from './upload-checks.ts';
import type { UploadFields } from './upload-fields.ts';
import { UploadLimitExceeded, useUpload } from './use-upload.ts';

/** Submitting: the checks, the upload, and what is said and focused when it is refused. */
export function useUploadAct(
  fields: UploadFields,
  mayUpload: boolean,
  found: (fault: UploadFault | null) => void,
) {
  const navigate = useNavigate();
  const { stage, start, cancel } = useUpload();
  const isHere = useIsHere();
  const refuse = (fault: UploadFault) => {
    toast({ title: fault.title, body: fault.body, tone: 'wrong' });
    found(fault);
  };
  const upload = async ({ file, genre, fromTags: _, ...said }: UploadFields) => {
    if (file === null || genre === null) return;
    try {
      if (!(await start({ file, genre, ...said }))) {
        toast({ title: 'Upload canceled', body: 'Nothing was uploaded.' });
        return;
      }
    } catch (error) {
      toast(uploadFailure(error));
      const isFile = isRefusal(error, 'invalid_file_type') || isRefusal(error, 'file_too_large');
      if (isFile || isRefusal(error, 'same_content')) {
        found({ field: 'file', title: 'Upload failed', body: error.message });
      }
      return;
    }
    toast({
      title: 'Upload successful!',
      body: 'Your track has been uploaded and is now available for review.',
      tone: 'earned',
    });
    // Whoever has gone to another page meanwhile stays there.
    if (isHere.current) await navigate({ to: '/' });
  };
  const submit = () => {
    const fault = checkFields(fields);
    if (stage !== null) return;
    found(null);
    if (fault !== null) refuse(fault);
    else if (mayUpload) void upload(fields);
    else
      toast({
        title: 'Upload limit reached',
        body: "You've reached your monthly upload limit. Please upgrade your plan.",
        tone: 'wrong',
      });
  };
  return { stage, submit, cancel };
}

/** Whether the page is still shown. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

function uploadFailure(error: unknown) {
  if (error instanceof UploadLimitExceeded) {
    return { title: 'Upload failed', body: error.message, tone: 'wrong' } as const;
  }
  return toastFor(error, {
    title: 'Upload failed',
    body: 'There was an error uploading your track. Please try again.',
  });
}
