import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { mentionWords } from '#contract/insight/verdict/verdict-rules.ts';

interface MentionsProps {
  mentions: Verdict['mentions'];
  reviews: number;
}

/** How many reviews mention each topic of the published word list. Only mentions; the opinion is in the text. */
export function Mentions({ mentions, reviews }: MentionsProps) {
  if (mentions.length === 0) return null;
  const most = Math.max(...mentions.map(({ count }) => count));
  return (
    <section aria-labelledby="mentions" className="grid gap-3 lg:order-last">
      <h2 id="mentions" className="text-2xl">
        They mention
      </h2>
      <table className="tabular w-full text-sm">
        <caption className="sr-only">Reviews that mention a topic, of {reviews}</caption>
        <tbody>
          {mentions.map(({ topic, count }) => (
            <tr key={topic}>
              <th scope="row" className="w-24 py-1 text-start font-medium capitalize">
                {topic}
              </th>
              <td aria-hidden className="py-1">
                <div className="h-2.5 bg-rest" style={{ width: `${(count / most) * 100}%` }} />
              </td>
              <td className="w-8 py-1 text-end">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="text-sm text-muted">
        <summary>Words that count</summary>
        <dl className="grid gap-1 pt-1">
          {mentions.map(({ topic }) => (
            <div key={topic}>
              <dt className="inline capitalize">{topic}: </dt>
              <dd className="inline">{mentionWords[topic].join(', ')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
