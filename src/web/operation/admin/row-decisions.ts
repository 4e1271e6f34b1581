import { type MutationFilters, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { type ListName, refetchAfter, succeeds } from './admin-act.ts';

interface Decision<Given, Answer> {
  readonly rowIds: readonly string[];
  readonly given: Given;
  readonly answer: Promise<Answer>;
}

const isDecision = (variables: unknown): variables is Decision<unknown, unknown> =>
  typeof variables === 'object' && variables !== null && 'rowIds' in variables;
const rowsIn = (variables: unknown): readonly string[] => (isDecision(variables) ? variables.rowIds : []);

interface RowDecisions<Given, Answer> {
  /** The kind of decision. Decisions of one kind lock the same rows. */
  readonly act: string;
  readonly rowsOf: (given: Given) => readonly string[];
  readonly send: (given: Given) => Promise<Answer>;
  readonly onSuccess: (answer: Answer, given: Given) => void;
  readonly onError: (error: Error, given: Given) => void;
  /** The lists that are refetched in any case, because another admin may have been faster. */
  readonly lists: readonly ListName[];
}

/**
 * Decisions about rows of an admin's list. A row is locked from its decision until the lists are refetched, so the
 * second press of a double press decides nothing. A failure unlocks it at once: the server decides a row only once, so
 * a retry is safe even if the first response was lost. Other rows stay free: a key pressed meanwhile must not be lost.
 */
export function useRowDecisions<Given, Answer>(options: RowDecisions<Given, Answer>) {
  const { act, rowsOf, send, onSuccess, onError, lists } = options;
  const queries = useQueryClient();
  const filters: MutationFilters = { mutationKey: [act], status: 'pending' };
  const { mutate } = useMutation({
    mutationKey: [act],
    mutationFn: ({ answer }: Decision<Given, Answer>) => answer,
    onSuccess: (answer, { given }) => onSuccess(answer, given),
    onError: (error, { given }) => onError(error, given),
    onSettled: refetchAfter(queries, ...lists),
  });
  const locked = useMutationState({ filters, select: ({ state }) => rowsIn(state.variables) }).flat();
  /** Returns whether it was decided, as soon as the server answers. */
  const decide = (given: Given): Promise<boolean> => {
    const rowIds = rowsOf(given);
    // Not the rendered ones: the second click of a double click arrives before a button is rendered as disabled.
    const pending = queries.getMutationCache().findAll(filters);
    const isLocked = pending.some(({ state }) => rowsIn(state.variables).some((id) => rowIds.includes(id)));
    if (isLocked) return Promise.resolve(false);
    const answer = send(given);
    mutate({ rowIds, given, answer });
    return succeeds(answer);
  };
  return { decide, isDeciding: (rowId: string) => locked.includes(rowId) };
}
