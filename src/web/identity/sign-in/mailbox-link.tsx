import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';

/** A link to this machine's mailbox page, if the server has one. */
export function MailboxLink() {
  const { data } = useQuery({
    queryKey: queryKeys.environment.all,
    queryFn: ({ signal }) => callApi(api.environment.readEnvironment, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data?.mailboxPage !== true) return null;
  return (
    <p>
      This server stores emails instead of sending them:{' '}
      <a href="/mailbox" target="_blank" rel="noreferrer" className={linkStyle}>
        open the mailbox
      </a>
      .
    </p>
  );
}
