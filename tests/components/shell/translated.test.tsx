import { Star } from 'lucide-react';
import { createElement, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#tests/support/screens/component-frame.tsx';
import { textsHeldByReact, translatePage } from '#tests/support/screens/page-translator.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Gallery } from '#web/ui/gallery/gallery.tsx';

test('React holds on to no text node of the kit, which a translator would replace', async () => {
  await show(<Gallery />);
  await expect.element(page.getByRole('heading', { name: 'The kit' })).toBeVisible();
  expect(textsHeldByReact(document.body)).toEqual([]);
  // Of one that is not made by our JSX it does hold two.
  const planted = createElement('p', null, 'planted ', 1);
  await show(planted);
  await expect.element(page.getByText('planted 1')).toBeVisible();
  expect(textsHeldByReact(document.querySelector('p'))).toHaveLength(2);
  await show(null);
});

const Suffix = ({ text }: { text: string }) => <>{text}</>;
const options = [
  { value: 'metal', label: 'Metal' },
  { value: 'jazz', label: 'Jazz' },
] as const;

/** Texts that change, come and go beside others, in each way that pages have. */
function Counter() {
  const [count, setCount] = useState(0);
  const [genre, setGenre] = useState<'metal' | 'jazz' | null>(null);
  return (
    <>
      <Button icon={<Star aria-hidden size={16} />} onPress={() => setCount(count + 1)}>
        {`Need ${3 - count} more`}
      </Button>
      <p data-testid="pieces">
        {count} of {3} approved
      </p>
      <p data-testid="first">
        {count === 0 && 'None yet. '}You can choose one{count > 1 ? ' more' : ''}.
      </p>
      <p data-testid="before">
        {count % 2 === 1 && <b>Odd: </b>}
        {count} is the number
        <Suffix text={count === 0 ? '' : `, after ${count - 1}`} />
      </p>
      <p data-testid="alone">{count === 1 ? <i>one</i> : count === 2 ? 'two' : null}</p>
      <SelectField
        label="Genre"
        options={options}
        value={genre}
        onChange={setGenre}
        placeholder="Select genre"
      />
    </>
  );
}

test.each(['elements', 'text'] as const)(
  'on a page translated by other %s, texts that change, come and go are the current ones',
  async (replacement) => {
    await show(<Counter />);
    const button = page.getByRole('button', { name: /^Need/ });
    await expect.element(button).toBeVisible();
    onTestFinished(translatePage(replacement));
    const shown = () => [
      button.element().textContent,
      ...['pieces', 'first', 'before', 'alone'].map((id) => page.getByTestId(id).element().textContent),
    ];
    await button.click();
    await expect
      .poll(shown)
      .toEqual([
        'Need 2 more',
        '1 of 3 approved',
        'You can choose one.',
        'Odd: 1 is the number, after 0',
        'one',
      ]);
    await button.click();
    await expect
      .poll(shown)
      .toEqual([
        'Need 1 more',
        '2 of 3 approved',
        'You can choose one more.',
        '2 is the number, after 1',
        'two',
      ]);
    await button.click();
    await expect
      .poll(shown)
      .toEqual([
        'Need 0 more',
        '3 of 3 approved',
        'You can choose one more.',
        'Odd: 3 is the number, after 2',
        '',
      ]);
    for (const [genre, former] of [
      ['Metal', 'Select genre'],
      ['Jazz', 'Metal'],
    ] as const) {
      const field = page.getByRole('button', { name: /Genre/ });
      await field.click();
      await page.getByRole('option', { name: genre }).click();
      await expect.element(field).toHaveTextContent(genre);
      await expect.element(field).not.toHaveTextContent(former);
    }
  },
);
