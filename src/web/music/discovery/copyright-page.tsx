import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { reporterNameLength, reportStatementLength } from '#contract/report-reasons.ts';
import { isBlank } from '#contract/unseen.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { publicTrackQuery } from './discovery-queries.ts';
import { TrackPicker } from './track-picker.tsx';

/** The reported track. Without an artist, it is in the URL and could not be loaded. */
interface ReportedTrack {
  /** Or the address of a private link. */
  readonly trackId: string;
  readonly title: string;
  readonly artistName?: string;
}

/** The copyright report, open to everyone: the track, the reporter, and what belongs to them. */
export function CopyrightPage() {
  const { track, link, words = '' } = useSearch({ from: '/entry/report' });
  const [sent, setSent] = useState<ReportedTrack | null>(null);
  const linked = useLinkedTrack(track, link);
  return (
    <div className="mx-auto grid w-full max-w-150 gap-8 px-4 py-10 sm:px-8">
      {sent === null ? (
        <>
          <PageHeading lead="If someone else uploaded your track here, tell us. You don’t need an account.">
            Report copyright
          </PageHeading>
          {linked.isPending ? (
            <Skeleton className="h-60 w-full" label="Loading the track" />
          ) : (
            <CopyrightForm
              linked={linked.track}
              isGone={linked.isGone}
              words={linked.track === null ? words : ''}
              onSent={setSent}
            />
          )}
        </>
      ) : (
        <Sent track={sent} />
      )}
    </div>
  );
}

/** The track in the URL, as everyone sees it: the URL's own words could name another one. That of a private link has no title. */
function useLinkedTrack(publicId: string | undefined, privateLink: string | undefined) {
  const trackId = privateLink ?? publicId;
  const query = useQuery({
    ...publicTrackQuery(trackId ?? ''),
    enabled: trackId !== undefined && privateLink === undefined,
  });
  const isGone = isRefusal(query.error, 'not_found') || isRefusal(query.error, 'malformed');
  const unknown = trackId === undefined || isGone ? null : { trackId, title: 'The track you linked' };
  return { track: query.data ?? unknown, isGone, isPending: query.isLoading };
}

function Sent({ track: { title, artistName } }: { track: ReportedTrack }) {
  const by = artistName === undefined ? '' : ` by ${artistName}`;
  return (
    <>
      <PageHeading lead={`We have your report of “${title}”${by}.`}>Report sent</PageHeading>
      <p>A person will read it and decide. If we need more, we’ll email you.</p>
      <div>
        <Link to="/" className={buttonStyle({ variant: 'quiet' })}>
          Go to the home page
        </Link>
      </div>
    </>
  );
}

interface CopyrightFormProps {
  /** The track in the URL. */
  linked: ReportedTrack | null;
  /** The track in the URL is not public. */
  isGone: boolean;
  /** The search to start with. */
  words: string;
  onSent: (track: ReportedTrack) => void;
}

function CopyrightForm({ linked, isGone, words, onSent }: CopyrightFormProps) {
  const form = useForm({
    initial: { track: linked, name: '', email: '', statement: '' },
    checks: {
      track: (picked) => (picked === null ? 'Choose the track.' : null),
      name: (typed) => (isBlank(typed) ? 'Enter your name.' : null),
      email: (typed) => (/^\S+@\S+\.\S+$/.test(typed.trim()) ? null : 'Enter your email address.'),
      statement: (typed) => (isBlank(typed) ? 'Say what’s yours.' : null),
    },
    failed: { title: 'Report not sent' },
    send: async ({ track, name, email, statement }) => {
      if (track === null) return;
      await callApi(api.reports.reportCopyright, {
        body: { trackId: track.trackId, name, email: email.trim(), statement },
      });
      onSent(track);
    },
  });
  useUnsentForm(form, ['name', 'email', 'statement']);
  const { track: picked } = form.values;
  const pick = (track: ReportedTrack | null) => form.set({ track });
  return (
    <form {...form.props} className="grid gap-6">
      <fieldset className="grid gap-3">
        <legend className="pb-2 text-lg font-semibold">The track</legend>
        {picked === null ? (
          <>
            {isGone && <p>The track you linked isn’t public anymore. Choose one that is.</p>}
            <TrackPicker picked={null} words={words} onPick={pick} error={form.errors.track} />
          </>
        ) : (
          <p className="flex flex-wrap items-center justify-between gap-3 border-s-2 border-brass-mark ps-4">
            <span className="min-w-0">
              <span className="block font-semibold">{picked.title}</span>
              {picked.artistName !== undefined && (
                <span className="block text-muted">by {picked.artistName}</span>
              )}
            </span>
            <Button variant="quiet" size="small" onPress={() => pick(null)}>
              Choose another
            </Button>
          </p>
        )}
      </fieldset>
      <TextField
        {...form.field('name')}
        label="Your name"
        autoComplete="name"
        maxLength={reporterNameLength}
      />
      <TextField
        {...form.field('email')}
        label="Your email address"
        type="email"
        autoComplete="email"
        hint="Only our admins see it. If we need more, we’ll email you there."
        maxLength={254}
      />
      <TextArea
        {...form.field('statement')}
        label="Your recording"
        hint="Describe the recording, when you made it, and how you can show that it’s yours."
        maxLength={reportStatementLength}
        rows={6}
      />
      <p className="text-sm text-muted">A person reads every report.</p>
      <div>
        <Button type="submit" isPending={form.isBusy} pendingLabel="Sending...">
          Send report
        </Button>
      </div>
    </form>
  );
}
