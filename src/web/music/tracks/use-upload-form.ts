import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { ReviewBalance } from '#contract/plans/balance/balance.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { FileChanged } from '#web/files/chosen-file-changed.ts';
import { useForm } from '#web/forms/use-form.ts';
import { fieldsOf } from '#web/music/questions/question-draft.ts';
import { checkReviews } from '#web/plans/balance/check-reviews.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { missingInformation, uploadChecks } from './upload-checks.ts';
import type { UploadFields } from './upload-fields.ts';
import { type NewTrack, UploadLimitExceeded, useUpload } from './use-upload.ts';

/** The upload form: checks, upload, messages and focus after a refusal. */
export function useUploadForm(
  { canUpload: mayUpload, balance, mostReviews }: UploadEligibility,
  initial: UploadFields,
  newVersionOf: NewTrack['newVersionOf'],
) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { stage, start, cancel } = useUpload();
  const isHere = useIsHere();
  const form = useForm({
    initial,
    checks: {
      ...uploadChecks,
      reviews: (typed) => (typed === null ? null : checkReviews(0, mostReviews)(typed)),
    },
    refusals: {
      too_few_reviews: 'reviews',
      invalid_file_type: 'file',
      file_too_large: 'file',
      same_content: 'file',
    },
    onFault: (text) =>
      toast({
        title: text === missingInformation.body ? missingInformation.title : 'Check your entries',
        body: text,
        tone: 'wrong',
      }),
    send: async ({ file, genre, questions, reviews, fromTags: _, ...said }) => {
      if (file === null || genre === null) return;
      if (!mayUpload) return toast(limitReached);
      const added = await start({
        file,
        genre,
        questions: questions.map(fieldsOf),
        ...(reviews !== null && { reviews: Number(reviews) }),
        ...said,
        ...(newVersionOf && { newVersionOf }),
      });
      if (added === null) {
        return toast({ title: 'Upload canceled', body: 'Nothing was uploaded.' });
      }
      toast({ ...uploaded, body: `${uploaded.body}${await withoutReviews(added, balance)}` });
      // A user who has navigated elsewhere stays there.
      if (isHere.current) await navigate({ to: '/' });
    },
    onFailure: (error) => {
      if (isRefusal(error, 'too_few_reviews'))
        void queries.invalidateQueries({ queryKey: queryKeys.subscriptions.all });
      toast(uploadFailure(error));
      if (error instanceof FileChanged) chooseAgain(error);
      return true;
    },
  });
  /** Removes the file that can no longer be read, and keeps everything else. */
  const chooseAgain = ({ file, message }: FileChanged) => {
    if (file !== form.values.file) return form.set({ cover: initial.cover });
    form.set({ file: null });
    form.refuse('file', message);
  };
  return { form, stage, cancel };
}

/** An upload that gets no reviews says so, and when its artist can give it some. */
const withoutReviews = async ({ reviewTarget }: OwnTrack, balance: ReviewBalance): Promise<string> =>
  reviewTarget > 0 ? '' : ` ${(await import('#web/plans/balance/balance-text.ts')).noReviewsText(balance)}`;

const uploaded = {
  title: 'Upload successful!',
  body: 'Your track has been uploaded and is now available for review.',
  tone: 'earned',
} as const;

const limitReached = {
  title: 'Upload limit reached',
  body: "You've reached your monthly upload limit. Please upgrade your plan.",
  tone: 'wrong',
} as const;

/** Whether the page is still mounted. */
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
