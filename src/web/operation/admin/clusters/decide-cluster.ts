import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { ClusterDecision } from '#contract/operation/admin/admin-clusters.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

interface Decided {
  readonly decision: ClusterDecision;
  readonly userIds: string[];
  readonly reason: string;
}

/** Decides a cluster and reports for how many of the selected accounts it succeeded. */
export function useDecideCluster(clusterId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Decided) => callApi(api.admin.decideCluster, { params: { clusterId }, body }),
    onSuccess: ({ decision, outcomes }) => {
      const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
      const title = decision === 'suspended' ? 'Cluster suspended' : 'Cluster dismissed';
      const left = outcomes.length - done;
      toast({
        title,
        ...(left > 0 ? { body: `${left} of ${outcomes.length} accounts could not be decided.` } : {}),
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'Error deciding the cluster' })),
    // Not awaited: the dialog closes before the page changes behind it.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
}
