import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { SystemJobs } from '#web/operation/admin/system/system-jobs.tsx';

const failed = (id: string) => ({
  id,
  task: 'send_email',
  error: 'The mail server did not respond.',
  attempts: 25,
  failedAt: '2026-03-02T10:00:00Z',
  isRunning: false,
  runsAt: null,
});

const run = (id: string) => page.getByRole('button', { name: `Run Send email ${id} again now` });

test('a failed job can be run again while another one is being sent, and each is sent once', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const sent = answerCall(api.admin.runJobAgain, ({ params }) =>
    params.jobId === '1' ? promise : noAnswer(),
  );
  await show(<SystemJobs jobs={{ tasks: [], failed: [failed('1'), failed('2')] }} />);
  await run('1').click();
  await expect.element(run('1')).toHaveAttribute('aria-disabled', 'true');
  await run('1').click({ force: true });
  await run('2').click();
  await expect.poll(() => sent.map(({ params }) => params.jobId)).toEqual(['1', '2']);
  reject(new TypeError('Failed to fetch'));
});
