import { expect, test } from 'vitest';
import {
  composedStrings,
  filesThatShow,
  missingStrings,
  partsOf,
  specificationStrings,
  testsThatExpect,
} from '#tests/support/screens/specification-strings.ts';

const missing = new Map(
  Object.entries(missingStrings).flatMap(([feature, strings]) => strings.map((text) => [text, feature])),
);
const shown = specificationStrings.filter((text) => !missing.has(text));

test('the list is complete, and every exception is in it', () => {
  expect(specificationStrings.length).toBeGreaterThan(200);
  const known = new Set(specificationStrings.flatMap((text) => [text, ...partsOf(text)]));
  expect([...missing.keys(), ...Object.keys(composedStrings)].filter((text) => !known.has(text))).toEqual([]);
});

test.each(shown.map((text) => [text, filesThatShow(text), testsThatExpect(text)] as const))(
  '"%s" is shown by %j and expected by %j',
  (_text, files) => {
    expect(files.length).toBeGreaterThan(0);
  },
);

test.each([...missing])('"%s" is not shown: %s', (text) => {
  expect(filesThatShow(text), 'take it off the list of missing texts').toEqual([]);
});
