import { useNavigate, useSearch } from '@tanstack/react-router';

interface Choice<View extends string> {
  readonly value: View;
}

/**
 * The chosen view of a list, which is in the URL: links lead to it, and Back finds it again.
 * @param choices of views; the first one is shown unless the URL names another
 */
export function useListView<View extends string>(
  choices: readonly [Choice<View>, ...Choice<View>[]],
): readonly [View, (view: View) => void] {
  const { view: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = choices;
  const { value: view } = choices.find(({ value }) => value === asked) ?? first;
  const choose = (chosen: View) =>
    void navigate({
      to: '.',
      search: ({ view: _, ...kept }) => (chosen === first.value ? kept : { ...kept, view: chosen }),
      // The words of a search stay, too.
      state: true,
      resetScroll: false,
    });
  return [view, choose];
}
