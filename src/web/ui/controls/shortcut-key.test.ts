import { expect, test } from 'vitest';
import { shortcutKey } from './shortcut-key.ts';

const meant = (key: string, code: string, shiftKey = false) => shortcutKey({ key, code, shiftKey });

test('a letter of the US layout is itself, with Caps Lock too', () => {
  expect(meant('j', 'KeyJ')).toBe('j');
  expect(meant('J', 'KeyJ')).toBe('j');
});

test('a letter with Shift is no shortcut, whether Caps Lock is on or off', () => {
  expect(meant('J', 'KeyJ', true)).toBe('J');
  expect(meant('j', 'KeyJ', true)).toBe('J');
  expect(meant('О', 'KeyJ', true)).toBe('О');
});

test.each([
  ['Cyrillic', 'о', 'KeyJ', 'j'],
  ['Cyrillic with Caps Lock', 'О', 'KeyJ', 'j'],
  ['Cyrillic', 'и', 'KeyB', 'b'],
  ['Greek', 'β', 'KeyB', 'b'],
  ['Hebrew', 'ח', 'KeyJ', 'j'],
  ['Arabic', 'ش', 'KeyA', 'a'],
  ['Persian', 'ز', 'KeyC', 'c'],
  ['Thai, which types a mark', '่', 'KeyJ', 'j'],
  ['Korean', 'ㅏ', 'KeyK', 'k'],
])('%s: the key that types %s at %s means %s', (_layout, key, code, letter) => {
  expect(meant(key, code)).toBe(letter);
});

test.each([
  ['Dvorak', 'h', 'KeyJ', 'h'],
  ['Dvorak', 'j', 'KeyC', 'j'],
  ['Dvorak', ';', 'KeyZ', ';'],
  ['AZERTY', 'a', 'KeyQ', 'a'],
  ['AZERTY', 'q', 'KeyA', 'q'],
  ['Turkish', 'ı', 'KeyI', 'ı'],
])('%s: a letter is not taken by its place: %s at %s', (_layout, key, code, same) => {
  expect(meant(key, code)).toBe(same);
});

test.each([
  ['AZERTY', '&', 'Digit1'],
  ['AZERTY with Shift', '1', 'Digit1', true],
  ['Czech', '+', 'Digit1'],
  ['Persian', '۱', 'Digit1'],
  ['Arabic keypad', '١', 'Numpad1'],
  ['Vietnamese', 'ă', 'Digit1'],
  ['Thai', 'ๅ', 'Digit1'],
  ['keypad', '1', 'Numpad1'],
])('%s: %s at %s means 1', (_layout, key, code, shift = false) => {
  expect(meant(key, code, shift)).toBe('1');
});

test('AZERTY: the other marks are reached too', () => {
  expect([meant('é', 'Digit2'), meant('"', 'Digit3')]).toEqual(['2', '3']);
});

test('a sign reached with Shift is no digit', () => {
  expect(meant('!', 'Digit1', true)).toBe('!');
});

test('named keys are themselves, also on a keypad without Num Lock', () => {
  for (const [key, code] of [
    ['Enter', 'NumpadEnter'],
    ['End', 'Numpad1'],
    ['ArrowDown', 'ArrowDown'],
    ['Dead', 'KeyJ'],
    ['Unidentified', ''],
    [' ', 'Space'],
  ] as const)
    expect(meant(key, code)).toBe(key);
});
