import { isValidElement, type ReactNode } from 'react';
import { Fragment, jsx } from 'react/jsx-runtime';
import { expect, test } from 'vitest';
import { inOwnElements, separated } from './own-elements.ts';

const icon = jsx('i', {}, 'icon');

/** Elements as their tags, with the texts in them. */
const shown = (children: ReactNode): unknown =>
  Array.isArray(children)
    ? children.map(shown)
    : isValidElement<{ children?: ReactNode }>(children)
      ? `<${String(children.type)}>${String(children.props.children ?? '')}`
      : children;

const inParagraph = (...children: ReactNode[]) => shown(inOwnElements('p', children));

test('pieces of text without other children are one text', () => {
  expect(inParagraph('Need ', 45, ' more words')).toBe('Need 45 more words');
  expect(inParagraph(false, 'You can choose one.')).toBe('You can choose one.');
  expect(inParagraph('None yet. ', null, 'You can choose one.')).toBe('None yet. You can choose one.');
});

test('text beside other children is in a span', () => {
  expect(inParagraph(icon, 'Save')).toEqual(['<i>', '<span>Save']);
  expect(inParagraph('3', ' of ', 5, icon, ' left')).toEqual([
    '<span>3 of 5',
    null,
    null,
    '<i>',
    '<span> left',
  ]);
});

test('other children keep their places when text comes and goes', () => {
  expect(inParagraph('new', icon, false)).toEqual(['<span>new', '<i>', false]);
  expect(inParagraph(false, icon, 'new')).toEqual([false, '<i>', '<span>new']);
});

test('text goes on over what shows nothing', () => {
  expect(inParagraph('a', false, 'b', icon)).toEqual(['<span>ab', false, null, '<i>']);
});

test('blanks between elements are no elements', () => {
  expect(inParagraph(icon, ' ', icon)).toEqual(['<i>', ' ', '<i>']);
});

test('text in a fragment is in a span, as its neighbors are unknown', () => {
  expect(shown(inOwnElements(Fragment, 'alone'))).toBe('<span>alone');
  expect(shown(inOwnElements(Fragment, ['a', 1]))).toBe('<span>a1');
  expect(inOwnElements(Fragment, ' ')).toBe(' ');
});

test('properties without text to move stay the same object', () => {
  for (const children of ['alone', [icon, icon], icon, undefined, null, false]) {
    const properties = { children };
    expect(separated('p', properties)).toBe(properties);
  }
});
