import { type MutationFilters, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { type ListName, refetchAfter } from './refetch-after.ts';

interface Decision<Given> {
  readonly rowIds: readonly string[];
  readonly given: Given;
}

const isDecision = (variables: unknown): variables is Decision<unknown> =>
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
 * second press of a double press decides nothing. Other rows stay free: a key pressed meanwhile must not be lost.
 */
export function useRowDecisions<Given, Answer>(options: RowDecisions<Given, Answer>) {
  const { act, rowsOf, send, onSuccess, onError, lists } = options;
  const queries = useQueryClient();
  const filters: MutationFilters = { mutationKey: [act], status: 'pending' };
  const { mutate } = useMutation({
    mutationKey: [act],
    mutationFn: ({ given }: Decision<Given>) => send(given),
    onSuccess: (answer, { given }) => onSuccess(answer, given),
    onError: (error, { given }) => onError(error, given),
    onSettled: () => refetchAfter(queries, ...lists),
  });
  const locked = useMutationState({ filters, select: ({ state }) => rowsIn(state.variables) }).flat();
  const decide = (given: Given) => {
    const rowIds = rowsOf(given);
    // Not the rendered ones: the second click of a double click arrives before a button is rendered as disabled.
    const pending = queries.getMutationCache().findAll(filters);
    const isLocked = pending.some(({ state }) => rowsIn(state.variables).some((id) => rowIds.includes(id)));
    if (!isLocked) mutate({ rowIds, given });
  };
  return { decide, isDeciding: (rowId: string) => locked.includes(rowId) };
}
