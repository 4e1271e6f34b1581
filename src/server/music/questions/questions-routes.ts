import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { readQuestions } from './read-questions.ts';
import { saveQuestions } from './save-questions.ts';

export const questionsRoutes = (deps: Dependencies): Handlers<'questions'> => ({
  readQuestions: ({ caller, params }) => readQuestions(deps, caller.userId, params.trackId),
  saveQuestions: ({ caller, params, body }) => saveQuestions(deps, caller.userId, params.trackId, body),
});
