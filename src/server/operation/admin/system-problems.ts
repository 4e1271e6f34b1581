import type { SystemProblem } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { mostOverdueSeconds } from '../../adapters/jobs/job-queue.ts';
import type { Judgment } from '../../foundation/operator-messages.ts';
import { mostEmailSeconds } from '../../identity/emails/mail-delivery.ts';

interface Emails {
  readonly hasMailServer: boolean;
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
}

/** Email problems for an operator. A trial installation needs no mail server. */
export function emailProblems(
  emails: Emails,
  { production }: { readonly production: boolean },
): SystemProblem[] {
  const problems: SystemProblem[] = [];
  if (!emails.hasMailServer && production) {
    const text = 'There is no mail server: emails are only written to files, and nobody receives them.';
    problems.push({ part: 'emails', text, cure: 'Set SMTP_URL.' });
  }
  if (emails.oldestWaitingSeconds > mostEmailSeconds) {
    problems.push({
      part: 'emails',
      text: `${counted(emails.waiting, 'email is', 'emails are')} waiting, the oldest for ${waitOf(emails.oldestWaitingSeconds)}.`,
      cure: 'The failed “send-mail” jobs show the mail server’s error. npm run doctor checks its settings.',
    });
  }
  return problems;
}

interface Tasks {
  readonly givenUp: number;
  readonly overdueSeconds: number | null;
}

/**
 * Job problems for an operator.
 *
 * @param stopped names of recurring jobs that are no longer queued
 */
export function jobProblems(tasks: readonly Tasks[], stopped: readonly string[]): SystemProblem[] {
  const problems: SystemProblem[] = [];
  if (stopped.length > 0) {
    problems.push({
      part: 'jobs',
      text: `${counted(stopped.length, 'recurring job has', 'recurring jobs have')} stopped: ${stopped.join(', ')}.`,
      cure: 'The servers’ logs say why the jobs could not be queued.',
    });
  }
  const givenUp = tasks.reduce((sum, task) => sum + task.givenUp, 0);
  const overdueSeconds = Math.max(0, ...tasks.map((task) => task.overdueSeconds ?? 0));
  if (givenUp > 0) {
    problems.push({
      part: 'jobs',
      text: `${counted(givenUp, 'job', 'jobs')} failed too many times and will not be retried.`,
      cure: 'Fix the causes in their errors, then run them again.',
    });
  }
  if (overdueSeconds > mostOverdueSeconds) {
    problems.push({
      part: 'jobs',
      text: `The oldest due job has waited ${waitOf(overdueSeconds)}.`,
      cure: 'Jobs are late or have stopped. Check the servers’ logs, or give the servers more capacity.',
    });
  }
  return problems;
}

/** A judgment that is not green, as a problem. */
export const problemOf = (part: SystemProblem['part'], { light, text, cure }: Judgment): SystemProblem[] =>
  light === 'green' ? [] : [{ part, text, cure }];

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;

const waitOf = (seconds: number): string => waitText(Math.floor(seconds));
