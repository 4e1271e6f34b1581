import { memo } from 'react';
import type { VersionResult } from '#contract/insight/verdict/verdict.ts';
import { type MomentKind, momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { shades } from './moment-looks.ts';
import { useVersionResult } from './verdict-queries.ts';
import { panelNote, panelSentence } from './version-result-texts.ts';

/** Whether listeners who heard both prefer the new version. */
export const PreferredVersion = memo(function PreferredVersion({ track }: { track: OwnTrack }) {
  const { data: result, isError } = useVersionResult(track.id);
  if (result === null || (isError && result === undefined)) return null;
  return (
    <section aria-labelledby="against-former" className="grid gap-4">
      <h2 id="against-former" className="text-2xl">
        {result === undefined ? `V${track.version}` : `V${result.version} against V${result.formerVersion}`}
      </h2>
      {result === undefined ? (
        <Skeleton className="h-24 w-full" label="Loading the comparison" />
      ) : (
        <Preferred result={result} track={track} />
      )}
    </section>
  );
});

function Preferred({ result, track }: { result: VersionResult; track: Pick<OwnTrack, 'reviewTarget'> }) {
  const { panel, version, formerVersion } = result;
  if (panel === null)
    return (
      <p className="text-muted">
        {track.reviewTarget > 0
          ? `Fewer than five listeners who reviewed V${formerVersion} could come back, so no one compared them.`
          : `It has no reviews, so no one has compared it with V${formerVersion}.`}
      </p>
    );
  const { preferredNew, preferredFormer, noDifference } = panel;
  const all = preferredNew + preferredFormer + noDifference;
  return (
    <div className="grid gap-2">
      <p className="text-lg font-semibold">{panelSentence(panel, result)}</p>
      {all > 0 && (
        <div aria-hidden className="flex h-3 gap-0.5">
          <Part people={preferredNew} className="bg-brass-mark" />
          <Part people={noDifference} className="bg-rest" />
          <Part people={preferredFormer} className="bg-muted" />
        </div>
      )}
      {all > 0 && (
        <p className="flex flex-wrap justify-between gap-x-6 text-sm text-muted">
          <span>
            V{version}: {preferredNew}
          </span>
          <span>No difference: {noDifference}</span>
          <span>
            V{formerVersion}: {preferredFormer}
          </span>
        </p>
      )}
      <p className="max-w-prose text-sm text-muted">{panelNote(panel)}</p>
    </div>
  );
}

const Part = ({ people, className }: { people: number; className: string }) =>
  people > 0 && <div className={className} style={{ flexGrow: people }} />;

type Moment = VersionResult['moments'][number];

const changeTexts = ({
  version,
  formerVersion,
}: Pick<VersionResult, 'version' | 'formerVersion'>): Readonly<Record<Moment['standsOut'], string>> => ({
  now: `new in V${version}`,
  before: `only in V${formerVersion} so far`,
  both: 'in both',
});

interface ChangedMomentsProps {
  track: OwnTrack;
  peaks: Peaks;
  onPlay: (second: number) => void;
}

/** The moments that stand out in either version, on the new one's waveform. */
export function ChangedMoments({ track, peaks, onPlay }: ChangedMomentsProps) {
  const { data: result } = useVersionResult(track.id);
  if (result == null) return null;
  return (
    <section aria-labelledby="changed-moments" className="grid gap-4">
      <h2 id="changed-moments" className="text-2xl">
        What changed since V{result.formerVersion}
      </h2>
      {result.moments.length === 0 ? (
        <p className="text-muted">No moment stands out in either version so far.</p>
      ) : (
        <MomentsOfBoth result={result} track={track} peaks={peaks} onPlay={onPlay} />
      )}
    </section>
  );
}

function MomentsOfBoth({ result, track, peaks, onPlay }: ChangedMomentsProps & { result: VersionResult }) {
  const { moments } = result;
  const texts = changeTexts(result);
  const { durationSeconds } = track;
  const share = (second: number) => (100 * Math.min(second, durationSeconds)) / durationSeconds;
  // A longer former version has moments beyond the end of the new one.
  const isThere = ({ from }: Moment) => from < durationSeconds;
  return (
    <div className="grid gap-3">
      <div aria-hidden className="relative pt-2">
        <WaveformStrip peaks={peaks} height={64} />
        {moments.filter(isThere).map(({ kind, from, to, standsOut }) => (
          <div
            key={`${kind} ${from} ${standsOut}`}
            className={`absolute inset-y-0 ${standsOut === 'before' ? 'border-x border-dashed border-text' : ''}`}
            style={{ left: `${share(from)}%`, width: `${share(to) - share(from)}%` }}
          >
            <div className={`absolute inset-0 opacity-30 ${shades[kind].fill}`} />
          </div>
        ))}
      </div>
      <ul className="grid border-t border-line">
        {moments.map((moment) => (
          <li key={`${moment.kind} ${moment.from} ${moment.standsOut}`} className="border-b border-line">
            {isThere(moment) ? (
              <button
                type="button"
                onClick={() => onPlay(moment.from)}
                className={`w-full cursor-pointer text-start hover:bg-panel ${row}`}
              >
                <span className="tabular font-semibold text-brass-ink underline underline-offset-4">
                  <span aria-hidden>{formatDuration(moment.from)}</span>
                  <span className="sr-only">Play {spokenDuration(moment.from)}:</span>
                </span>
                <MomentFacts moment={moment} change={texts[moment.standsOut]} />
              </button>
            ) : (
              <p className={row}>
                <span className="tabular font-semibold">{formatDuration(moment.from)}</span>
                <MomentFacts moment={moment} change={`${texts[moment.standsOut]}, which is longer`} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const row = 'flex flex-wrap items-baseline gap-x-4 px-2 py-3';

const MomentFacts = ({ moment, change }: { moment: Moment; change: string }) => (
  <>
    <MomentName kind={moment.kind} />
    <span>
      {moment.people} of {moment.heardBy}
    </span>
    <span className="text-muted">{change}</span>
  </>
);

const MomentName = ({ kind }: { kind: MomentKind }) => (
  <span className={`font-semibold ${shades[kind].text}`}>{momentLabels[kind]}</span>
);
