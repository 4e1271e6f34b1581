import { uuid } from '#server/adapters/database/columns.ts';
import { statement } from '#server/adapters/database/statement.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { approveDueReviews } from '#server/reviewing/reviews/approve-due-reviews.ts';
import { openSampleSession } from './make-person.ts';
import { type Listening, makeReview, makeSkip } from './make-review.ts';
import { doubtfulComment, isGoodAt, sampleComment, samplePrompts, sampleRemark } from './sample-comments.ts';
import { plainHearing, sampleHearing } from './sample-hearing.ts';
import type { Reception } from './sample-tracks.ts';
import { steppingClock } from './stepping-clock.ts';

/** As many as the database can serve at once. */
const atOnce = 4;
/** Rotates the panel for each track. */
const dealt = 29;

export interface UploadedSample {
  readonly trackId: string;
  readonly title: string;
  /** The artist's email address. */
  readonly artist: string;
  readonly durationSeconds: number;
  readonly reception: Reception;
  readonly hasQuestions: boolean;
}

interface Act extends UploadedSample {
  readonly listener: Caller;
  readonly isSkip: boolean;
  /** Its place among the track's doubtful reviews; negative for any other. */
  readonly doubt: number;
}

/** The acts of a track's listeners, spread evenly from 0 (upload) to 1 (today). */
function actsOf(sample: UploadedSample, place: number, listeners: Listeners): { at: number; act: Act }[] {
  const { reviews, skips, doubtful = 0 } = sample.reception;
  const start = (place * dealt) % listeners.panel.length;
  const crowd = [
    ...listeners.named,
    ...listeners.panel.slice(start),
    ...listeners.panel.slice(0, start),
  ].slice(0, reviews + skips);
  return crowd.map((listener, number) => {
    const isSkip = number >= reviews;
    const at = isSkip ? (number - reviews + 0.5) / skips : (number + 0.5) / reviews;
    return {
      at: at * (isSkip ? 0.9 : 1),
      act: { ...sample, listener, isSkip, doubt: number - (reviews - doubtful) },
    };
  });
}

interface Listeners {
  /** They review every track that has reviews. */
  readonly named: readonly Caller[];
  readonly panel: readonly Caller[];
}

/** Groups acts that may happen in parallel, each by a different listener. */
function batches(acts: readonly Act[]): Act[][] {
  const groups: Act[][] = [];
  for (const act of acts) {
    const group = groups.at(-1);
    const fits = group && group.length < atOnce && !group.some(({ listener }) => listener === act.listener);
    if (fits) group.push(act);
    else groups.push([act]);
  }
  return groups;
}

/**
 * Makes the listeners play, skip and review the tracks, spread over the days until a moment. Parallel listeners have
 * separate clocks, so that none advances another's.
 * @param first the number of comments made before
 */
export async function reviewTracks(
  deps: Listening,
  tracks: readonly UploadedSample[],
  listeners: Listeners,
  { until, first }: { readonly until: Date; readonly first: number },
): Promise<number> {
  const acts = tracks
    .flatMap((track, place) => actsOf(track, place, listeners))
    .toSorted((a, b) => a.at - b.at)
    .map(({ act }) => act);
  const groups = batches(acts);
  const start = deps.clock.now().getTime();
  const step = (until.getTime() - start) / (groups.length + 1);
  let number = first;
  for (const [place, group] of groups.entries()) {
    const begins = new Date(start + place * step);
    const numbered = group.map((act) => ({ act, number: number++ }));
    await Promise.all(
      numbered.map((one) => doAct({ ...deps, clock: steppingClock(begins) }, one.act, one.number)),
    );
  }
  deps.clock.set(until);
  await approveDueReviews(deps);
  return acts.filter(({ isSkip }) => !isSkip).length;
}

async function doAct(deps: Listening, act: Act, number: number): Promise<void> {
  const { trackId, durationSeconds, reception, isSkip, doubt } = act;
  const caller = await openSampleSession(deps, act.listener);
  if (isSkip) return makeSkip(deps, caller, { trackId, atSecond: 6 + ((number * 7) % 44) });
  const hearing = sampleHearing(reception, durationSeconds, number);
  const { remarkAt, rating } = hearing;
  const remark =
    remarkAt === null ? '' : ` ${sampleRemark(number, remarkAt, isGoodAt(reception, remarkAt, rating))}`;
  await makeReview(deps, caller, {
    ...{ trackId, hearing },
    comment: doubtfulComment(doubt) ?? `${sampleComment(number)}${remark}`,
    prompts: samplePrompts(number),
    isDoubtful: doubtfulComment(doubt) !== undefined,
  });
}

/** Who is invited to compare a new version. */
export const invitedTo = statement({ takes: { trackId: uuid }, gives: { listenerId: uuid } })`
  select listener_id as "listenerId" from version_invitations where track_id = ${'trackId'} order by listener_id`;

/** Returning reviewers compare a new version with the former one, until its panel is full: most prefer the new one. */
export async function compareVersions(
  deps: Listening,
  trackId: string,
  listeners: readonly Caller[],
  { from, first }: { readonly from: Date; readonly first: number },
): Promise<void> {
  for (const [place, listener] of listeners.entries()) {
    const clock = steppingClock(new Date(from.getTime() + place * 3 * 3600 * 1000));
    const number = first + place;
    const caller = await openSampleSession({ ...deps, clock }, listener);
    await makeReview({ ...deps, clock }, caller, {
      trackId,
      comment: sampleComment(number),
      prompts: samplePrompts(number),
      hearing: { ...plainHearing, rating: 3 + (number % 3) },
      prefers: place === 4 ? 'former' : place === 7 ? 'none' : 'new',
    });
  }
}
