import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '#web/calls/api-failures.ts';
import { type ToastText, toastFor } from '#web/calls/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { refetchAfter, sayStillWaiting, succeeds } from './admin-act.ts';

/** An admin's act on the ledger. */
export interface BooksAct {
  /** Its name, for example 'return-payout:{id}'. */
  readonly name: string;
  /**
   * Its content, if the ledger does it only once anyway. Different content makes it another act, with a new key. Without
   * `of`, the key stays until a final response, and the server refuses other content if the first was booked.
   */
  readonly of?: string;
  /** What it decides, if several acts decide the same. Only one of them is sent at a time. */
  readonly about?: string;
  /** Runs it with this key and returns the success message. */
  readonly run: (key: string) => Promise<ToastText>;
  /** The title of the toast when it fails. */
  readonly failed: string;
}

interface SentAct extends BooksAct {
  readonly answer: Promise<ToastText>;
}

/** What has been sent and has no response yet. Its dialog may be closed by now. */
const unanswered = new Set<string>();

const failureOf = (error: Error, title: string) =>
  isRefusal(error, 'key_reused')
    ? ({
        title: 'Your last try went through',
        body: 'Its response was lost. Check what was booked before you send another one.',
        tone: 'wrong',
      } as const)
    : toastFor(error, { title });

/**
 * Runs acts, each with the same key until its final response, and then refetches the ledger. `act` returns whether it
 * was done, as soon as the server answers. `isPending` lasts until the lists with the act's row are refetched.
 */
export function useBooksAct() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ answer }: SentAct) => answer,
    onSuccess: (done, { name, failed }) => {
      actDone(name);
      toast({ ...done, act: failed });
    },
    onError: (error, { name, failed }) => {
      if (isFinal(error)) actDone(name);
      toast({ ...failureOf(error, failed), act: failed });
    },
    onSettled: refetchAfter(queries, 'books', 'open-transfers', 'payout-exports'),
  });
  const act = (wanted: BooksAct): Promise<boolean> => {
    const { name, of, about = name, run, failed } = wanted;
    if (unanswered.has(about)) {
      sayStillWaiting(failed);
      return Promise.resolve(false);
    }
    unanswered.add(about);
    const answer = run(actKey(name, of)).finally(() => unanswered.delete(about));
    mutate({ ...wanted, answer });
    return succeeds(answer);
  };
  return { act, isPending };
}
