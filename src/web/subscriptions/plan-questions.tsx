const questions = [
  {
    question: 'Can I change or cancel my plan?',
    answer:
      'At any time. A larger plan begins at once, a smaller one with your next period. A canceled plan stays yours until the period you have paid for ends.',
  },
  {
    question: 'What happens to uploads I do not use?',
    answer:
      'Your allowance is counted anew with each monthly period and does not roll over. Tracks that you have uploaded stay, whatever your plan.',
  },
  {
    question: 'Is there a 7-day money-back guarantee?',
    answer: 'Yes: write to support within 7 days of your first payment and you get it back.',
  },
  {
    question: 'Do I need a plan to use Earshot?',
    answer:
      'No. Without one you upload one track a month, and it gets up to 5 reviews. Plans bring more uploads and more reviews for each track.',
  },
] as const;

/** The four questions (specification 2, Subscription). */
export function PlanQuestions() {
  return (
    <section aria-labelledby="questions" className="grid gap-6">
      <h2 id="questions" className="text-3xl">
        Frequently Asked Questions
      </h2>
      <dl className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <div key={question} className="grid content-start gap-2 border-t border-line pt-4">
            <dt className="text-lg font-semibold">{question}</dt>
            <dd className="max-w-prose text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
