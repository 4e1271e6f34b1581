import { StepHeading } from './step-heading.tsx';

const problems = [
  { title: 'Plays say nothing', body: 'A counter can’t tell whether anyone listened, or why they left.' },
  {
    title: 'Friends are kind',
    body: 'The people who answer know the artist. Strangers decide, and they never answer.',
  },
  {
    title: 'Ears work for free',
    body: 'The people who listen shape what becomes big, and nobody pays them for it.',
  },
];

/** What is wrong today. */
export function ProblemStep() {
  return (
    <div className="grid gap-12">
      <StepHeading lead="Artists learn what the world thinks of a track after the world has it. By then it’s too late to change anything.">
        Music is released blind
      </StepHeading>
      <ol className="grid gap-8 lg:grid-cols-3">
        {problems.map(({ title, body }, place) => (
          <li key={title} className="grid content-start gap-3 border-t-2 border-rose pt-5">
            <span className="tabular font-bold text-rose">{place + 1}</span>
            <h2 className="text-4xl">{title}</h2>
            <p className="text-lg text-muted 2xl:text-xl">{body}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
