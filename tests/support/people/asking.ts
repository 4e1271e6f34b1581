import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { QuestionAnswers, QuestionFields } from '#contract/music/questions/questions.ts';
import type { Queryable } from '#server/adapters/database/database.ts';
import type { Earshot } from '../world/earshot.ts';
import { aReview } from '../world/rows.ts';
import { sql } from '../world/sql.ts';
import type { ApiUser } from './api-user.ts';
import { anHonestComment, typedByHand } from './reviewing.ts';

export const aChoice: QuestionFields = {
  kind: 'choice',
  question: 'Is the intro too long?',
  choices: ['Too long', 'Just right'],
  atSecond: 12,
};
export const aScale: QuestionFields = {
  kind: 'scale',
  question: 'How loud is it?',
  choices: [],
  atSecond: null,
};
export const aLine: QuestionFields = {
  kind: 'line',
  question: 'Who is it for?',
  choices: [],
  atSecond: null,
};

/** Asks these about a track of the artist's, in place of what was asked before. */
export const ask = (artist: ApiUser, trackId: string, ...questions: QuestionFields[]) =>
  artist.get(api.questions.saveQuestions, {
    params: { trackId },
    body: { questions: questions.map((fields) => ({ id: null, fields })) },
  });

/** Serves the listener what comes next, or the wanted track, as if heard for a minute. */
export async function hear(earshot: Earshot, listener: ApiUser, trackId?: string) {
  const { track } = await listener.get(api.listening.nextTrack, { body: trackId ? { trackId } : {} });
  if (track === null) throw new Error('No track is served.');
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update leases set listened_ms = 60000, bytes_sent = 1000000 where listener_id = $1 and closed_at is null',
    [listener.userId],
  );
  return track;
}

export const review = (listener: ApiUser, trackId: string, answers?: QuestionAnswers, rating = 4) =>
  listener.call(api.reviews.submitReview, {
    body: { trackId, rating, comment: anHonestComment, typing: typedByHand, ...(answers ? { answers } : {}) },
    idempotencyKey: randomUUID(),
  });

/** Stores a sent review by a new listener for each of these answers. Returns the listeners. */
export async function answeredBy(
  db: Queryable,
  track: { readonly id: string; readonly artistId: string },
  given: { readonly people: number; readonly questionId: string | undefined; readonly number: number | null },
): Promise<string[]> {
  const { people, questionId, number } = given;
  const listenerIds: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const { id, listenerId } = await aReview(db, { track });
    listenerIds.push(listenerId);
    await sql(
      db,
      'insert into question_answers (question_id, kind, review_id, number, line) values ($1, $2, $3, $4, $5)',
      [questionId, number === null ? 'line' : 'scale', id, number, number === null ? `Line ${n}` : null],
    );
  }
  return listenerIds;
}
