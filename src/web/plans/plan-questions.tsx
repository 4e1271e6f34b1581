const questions = [
  {
    question: 'Can I change or cancel my plan?',
    answer:
      'Yes, at any time. A larger plan starts right away, a smaller one with your next billing period. If you cancel, you keep the plan until the period you paid for ends.',
  },
  {
    question: 'What happens to uploads I don’t use?',
    answer: 'Uploads reset every month and don’t roll over. Tracks you’ve uploaded stay, whatever your plan.',
  },
  {
    question: 'Is there a 7-day money-back guarantee?',
    answer: 'Yes: write to support within 7 days of your first payment and you get it back.',
  },
  {
    question: 'Do I need a plan to use Earshot?',
    answer:
      'No. Without one, you can upload one track a month, and it gets up to 5 reviews. Plans bring more uploads and more reviews for each track.',
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
