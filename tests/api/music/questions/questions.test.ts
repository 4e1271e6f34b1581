import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { QuestionFields } from '#contract/music/questions/questions.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aChoice, aLine, answeredBy, aScale, ask, hear, review } from '#tests/support/people/asking.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let trackId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await earshot.signIn({ userType: 'artist' });
  trackId = (await aTrack(owner(), { artistId: artist.userId, genre: 'metal', reviewTarget: 20 })).id;
});

const owner = () => earshot.testDatabase.ownerDatabase;
const aListener = (displayName = 'Kim') => earshot.signIn({ userType: 'listener', displayName });
const results = () => artist.get(api.questions.readQuestions, { params: { trackId } });
const answered = (people: number, questionId: string | undefined, number: number | null) =>
  answeredBy(owner(), { id: trackId, artistId: artist.userId }, { people, questionId, number });
const save = (questions: { id: string | null; fields: QuestionFields }[]) =>
  artist.call(api.questions.saveQuestions, { params: { trackId }, body: { questions } });

test('a change of questions that others have replaced since is refused, and loses none of them', async () => {
  const [first] = (
    await artist.get(api.questions.saveQuestions, {
      params: { trackId },
      body: { questions: [{ id: null, fields: aScale }], seen: [] },
    })
  ).questions;
  const late = { questions: [{ id: null, fields: aLine }], seen: [] };
  const refused = await artist.call(api.questions.saveQuestions, { params: { trackId }, body: late });
  expect([refused.status, refused.code]).toEqual([409, 'questions_changed']);
  expect((await results()).questions.map(({ id }) => id)).toEqual([first?.id]);
  const repeated = { questions: [{ id: null, fields: aScale }], seen: [] };
  expect(
    (await artist.call(api.questions.saveQuestions, { params: { trackId }, body: repeated })).status,
  ).toBe(200);
  const based = { ...late, seen: first ? [first.id] : [] };
  expect((await artist.call(api.questions.saveQuestions, { params: { trackId }, body: based })).status).toBe(
    200,
  );
});

test.each([
  ['four questions', [aChoice, aScale, aLine, aLine]],
  ['a link', [{ ...aLine, question: 'See example.com?' }]],
  ['an @ in a choice', [{ ...aChoice, choices: ['@me', 'No'] }]],
  ['an amount of money', [{ ...aLine, question: 'Is it worth $5?' }]],
  ['one choice', [{ ...aChoice, choices: ['Yes'] }]],
  ['five choices', [{ ...aChoice, choices: ['1', '2', '3', '4', '5'] }]],
  ['two equal choices', [{ ...aChoice, choices: ['Yes', 'Yes'] }]],
  ['a scale with choices', [{ ...aScale, choices: ['Yes', 'No'] }]],
  ['141 characters', [{ ...aLine, question: 'x'.repeat(141) }]],
])('questions with %s are rejected', async (_, questions) => {
  const outcome = await save(questions.map((fields) => ({ id: null, fields })));
  expect([outcome.status, outcome.code]).toEqual([400, 'malformed']);
  expect((await results()).questions).toEqual([]);
});

test('a listener who is served the track sees its questions, and a review without the required answers is rejected', async () => {
  const { questions } = await ask(artist, trackId, aChoice, aScale, aLine);
  const listener = await aListener();
  const served = await hear(earshot, listener, trackId);
  expect(served.questions).toMatchObject([aChoice, aScale, aLine]);
  const [choice, scale, line] = questions.map(({ id }) => id);
  if (!choice || !scale || !line) return expect.fail('Three were asked.');

  const missing = await review(listener, trackId, [{ questionId: choice, answer: 2 }]);
  expect([missing.code, missing.details]).toEqual(['question_unanswered', { questionId: scale }]);
  const unfit = await review(listener, trackId, [
    { questionId: choice, answer: 3 },
    { questionId: scale, answer: 5 },
  ]);
  expect([unfit.code, unfit.details]).toEqual(['answer_unfit', { questionId: choice }]);

  const answers = [
    { questionId: choice, answer: 2 },
    { questionId: scale, answer: 5 },
    { questionId: line, answer: ' Night drivers ' },
  ];
  expect((await review(listener, trackId, answers)).status).toBe(201);
  expect((await results()).questions).toMatchObject([
    { all: { people: 1, counts: [0, 1], mean: null }, lines: [] },
    { all: { people: 1, counts: [0, 0, 0, 0, 1], mean: 5 } },
    { all: { people: 1 }, lines: [{ line: 'Night drivers', listenerName: 'Kim' }] },
  ]);
});

test('a text question is optional', async () => {
  await ask(artist, trackId, aLine);
  const listener = await aListener();
  await hear(earshot, listener, trackId);
  expect((await review(listener, trackId)).status).toBe(201);
});

test('a question does not apply to listeners served before it was saved', async () => {
  const [early, late] = [await aListener(), await aListener()];
  await hear(earshot, early, trackId);
  earshot.clock.advance(1);
  const { questions } = await ask(artist, trackId, aScale);
  expect((await hear(earshot, early)).questions).toEqual([]);
  expect((await review(early, trackId)).status).toBe(201);
  expect((await hear(earshot, late, trackId)).questions.map(({ id }) => id)).toEqual([questions[0]?.id]);
});

test('a changed question is a new one: answers to the former are dropped, and no review is lost', async () => {
  const listener = await aListener();
  const { questions } = await ask(artist, trackId, aScale);
  await hear(earshot, listener, trackId);
  earshot.clock.advance(1);
  const changed = await ask(artist, trackId, { ...aScale, question: 'How quiet is it?' });
  expect(changed.questions[0]?.id).not.toBe(questions[0]?.id);
  const answers = questions.map(({ id }) => ({ questionId: id, answer: 4 }));
  expect((await review(listener, trackId, answers)).status).toBe(201);
  expect((await results()).questions).toMatchObject([{ question: 'How quiet is it?', all: { people: 0 } }]);
});

test('an answered question cannot be changed or deleted, but can move; the others can be changed', async () => {
  const listener = await aListener();
  const { questions } = await ask(artist, trackId, aScale, aLine);
  const [scale, line] = questions;
  if (!scale || !line) return expect.fail('Two were asked.');
  await hear(earshot, listener, trackId);
  await review(listener, trackId, [{ questionId: scale.id, answer: 3 }]);

  const louder = { ...aScale, question: 'Louder?' };
  expect((await save([{ id: scale.id, fields: louder }])).code).toBe('question_answered');
  expect((await save([])).code).toBe('question_answered');
  const moved = await save([
    { id: null, fields: aChoice },
    { id: scale.id, fields: aScale },
  ]);
  expect(moved.answer?.questions).toMatchObject([
    { question: aChoice.question, all: { people: 0 } },
    { id: scale.id, all: { people: 1, mean: 3 } },
  ]);
});

test('only one of a simultaneous first answer and change of its question succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await aTrack(owner(), { artistId: artist.userId });
    const { questions } = await ask(artist, id, aScale);
    const listener = await aListener();
    await hear(earshot, listener, id);
    const answers = questions.map((question) => ({ questionId: question.id, answer: 3 }));
    const [sent, saved] = await Promise.all([
      review(listener, id, answers),
      artist.call(api.questions.saveQuestions, { params: { trackId: id }, body: { questions: [] } }),
    ]);
    expect(sent.status).toBe(201);
    const left = await artist.get(api.questions.readQuestions, { params: { trackId: id } });
    expect(left.questions.map(({ all }) => all.people)).toEqual(saved.code === undefined ? [] : [1]);
  }
});

test('questions from the upload are asked from the start', async () => {
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds: 20, mark: uploadId }), uploadId);
  const track = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Asked', genre: 'metal', questions: [aScale, { ...aLine, atSecond: 900 }] },
  });
  const asked = await artist.get(api.questions.readQuestions, { params: { trackId: track.id } });
  // A second behind the end is the last one.
  expect(asked.questions).toMatchObject([{ atSecond: null }, { atSecond: 20 }]);
});

test('answers are stored with the draft and restored', async () => {
  const listener = await aListener();
  const { questions } = await ask(artist, trackId, aLine);
  await hear(earshot, listener, trackId);
  const draft = {
    rating: null,
    comment: '',
    prompts: { worked: null, didNotWork: null, toChange: null },
    notes: [],
    setAside: null,
    answers: questions.map(({ id }) => ({ questionId: id, answer: 'Half a sen' })),
  };
  await listener.get(api.reviews.keepDraft, { params: { trackId }, body: { draft, seen: 0 } });
  const kept = await listener.get(api.reviews.readDraft, { params: { trackId } });
  expect(kept.draft).toEqual(draft);
});

test('a rejected review disappears from the results', async () => {
  const listener = await aListener();
  const { questions } = await ask(artist, trackId, aScale);
  await hear(earshot, listener, trackId);
  await review(
    listener,
    trackId,
    questions.map(({ id }) => ({ questionId: id, answer: 3 })),
  );
  await sql(
    owner(),
    "update reviews set status = 'rejected', decided_at = now(), decision_reason = 'other' where listener_id = $1",
    [listener.userId],
  );
  const { questions: left } = await results();
  expect(left).toMatchObject([{ isAnswered: true, all: { people: 0, mean: null } }]);
  // It says so because saving refuses a change of it.
  expect((await save([])).code).toBe('question_answered');
});

test('all text answers are counted, and the newest are shown', async () => {
  const { questions } = await ask(artist, trackId, aLine);
  await answered(51, questions[0]?.id, null);
  const [line] = (await results()).questions;
  expect([line?.all.people, line?.lines.length]).toEqual([51, 50]);
});

test('all answers are counted, but only the newest are split by taste, with their number', async () => {
  const { questions } = await ask(artist, trackId, aScale);
  await answered(300, questions[0]?.id, 4);
  expect((await results()).splitNewest).toBeNull();
  await answered(1, questions[0]?.id, 4);
  const told = await results();
  expect([told.questions[0]?.all, told.splitNewest]).toEqual([
    { people: 301, counts: [0, 0, 0, 301, 0], mean: 4 },
    300,
  ]);
});

test('test accounts are left out of counts, lists and splits', async () => {
  const { questions } = await ask(artist, trackId, aScale, aLine);
  const [scale, line] = questions.map(({ id }) => id);
  const listenerIds = [...(await answered(6, scale, 5)), ...(await answered(1, line, null))];
  await sql(owner(), "update profiles set genres = '{metal}' where user_id = any($1)", [
    listenerIds.slice(0, 3),
  ]);
  expect((await results()).ratings).toMatchObject({ listeners: { people: 3 } });
  await sql(owner(), 'update users set is_test = true where id = any($1)', [listenerIds]);
  expect(await results()).toMatchObject({
    ratings: null,
    questions: [
      { isAnswered: true, all: { people: 0 }, byTaste: null },
      { isAnswered: true, all: { people: 0 }, lines: [] },
    ],
  });
});
