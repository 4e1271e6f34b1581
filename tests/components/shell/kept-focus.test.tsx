import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#tests/support/screens/component-frame.tsx';
import { useKeptFocus } from '#web/shell/use-kept-focus.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';

/** A page with a panel whose button replaces itself, and a list of which a row can be removed. */
function Page() {
  useKeptFocus();
  const [isEditing, setEditing] = useState(false);
  const [rows, setRows] = useState(['One', 'Two']);
  return (
    <main id="content">
      <h1>Wallet</h1>
      <section>
        <h2>Destination</h2>
        {isEditing ? (
          <p>Editing</p>
        ) : (
          <button type="button" onClick={() => setEditing(true)}>
            Change
          </button>
        )}
      </section>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

const heading = (name: string) => page.getByRole('heading', { name });

test('the heading around a focused button gets the focus when the button disappears', async () => {
  await show(<Page />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Editing')).toBeVisible();
  await expect.element(heading('Destination')).toHaveFocus();
  await page.getByRole('button', { name: 'Remove One' }).click();
  await expect.element(heading('Wallet')).toHaveFocus();
});

test('a page that loads without a heading gives the focus to its heading once it is there', async () => {
  const loaded = Promise.withResolvers<void>();
  function Loading() {
    useKeptFocus();
    const [state, setState] = useState('start');
    void loaded.promise.then(() => setState('there'));
    return (
      <main id="content">
        {state === 'start' && (
          <form>
            <button type="button" onClick={() => setState('loading')}>
              Next
            </button>
          </form>
        )}
        {state === 'loading' && <p>Loading...</p>}
        {state === 'there' && <h1>Night Bus</h1>}
      </main>
    );
  }
  await show(<Loading />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Loading...')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(document.body);
  loaded.resolve();
  await expect.element(heading('Night Bus')).toHaveFocus();
});

test('nothing gets the focus when an element disappears that the user had left', async () => {
  await show(<Page />);
  const change = page.getByRole('button', { name: 'Change' }).element();
  if (!(change instanceof HTMLElement)) throw new Error('There is no button.');
  change.focus();
  change.blur();
  change.click();
  await expect.element(page.getByText('Editing')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(document.body);
});

test('the heading of what replaces a panel gets the focus, not that of the panel before it', async () => {
  function Panels() {
    useKeptFocus();
    const [isOn, setOn] = useState(false);
    return (
      <main id="content">
        <section>
          <h2>Email</h2>
        </section>
        {isOn ? (
          <div>
            <h2>Two-factor sign-in is on</h2>
          </div>
        ) : (
          <section>
            <h2>Two-factor sign-in</h2>
            <button type="button" onClick={() => setOn(true)}>
              Turn on
            </button>
          </section>
        )}
      </main>
    );
  }
  await show(<Panels />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Two-factor sign-in is on')).toHaveFocus();
});

test('after loading more rows the first new one has the focus, whether the button stays or goes', async () => {
  const loads: (() => void)[] = [];
  function List() {
    useKeptFocus();
    const [count, setCount] = useState(2);
    const [isLoading, setLoading] = useState(false);
    const load = () => {
      setLoading(true);
      loads.push(() => {
        setLoading(false);
        setCount(count + 2);
      });
    };
    return (
      <main id="content">
        <h1>Reviews</h1>
        <div>
          <ul>
            {Array.from({ length: count }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added
              <li key={place} aria-label={`Row ${place + 1}`}>
                <h2>{`Row ${place + 1}`}</h2>
              </li>
            ))}
          </ul>
          {count < 6 && <LoadMore isLoading={isLoading} onPress={load} />}
        </div>
      </main>
    );
  }
  await show(<List />);
  const row = (number: number) => page.getByRole('listitem', { name: `Row ${number}`, exact: true });
  for (const first of [3, 5]) {
    page.getByRole('button', { name: 'Load more' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => loads.length).toBe(1);
    loads.pop()?.();
    await expect.element(row(first)).toHaveFocus();
  }
  await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(row(5)).toHaveFocus();
});
