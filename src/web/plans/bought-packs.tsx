import { useQuery } from '@tanstack/react-query';
import { packs } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { BoughtPack } from '#contract/plans/subscriptions.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { dayText } from '#web/ui/display/day.tsx';
import { Panel } from '#web/ui/display/panel.tsx';

const states = {
  paid: '',
  refunding: 'It is being refunded.',
  refunded: 'It was refunded.',
  disputed: 'Its payment is disputed.',
} as const satisfies Record<BoughtPack['state'], string>;

/** The packs that an artist bought; nothing before the first. */
export function BoughtPacks() {
  const { data = [] } = useQuery({
    queryKey: queryKeys.subscriptions.boughtPacks,
    queryFn: ({ signal }) => callApi(api.subscriptions.listBoughtPacks, {}, { signal }),
  });
  if (data.length === 0) return null;
  return (
    <Panel title="Your packs">
      <ul className="grid gap-2">
        {data.map(({ pack, paidAt, amountCents, state }) => (
          <li key={paidAt}>
            {`${packs[pack].reviews} reviews for ${formatCents(amountCents)}, ${dayText(paidAt)}. ${states[state]}`}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
