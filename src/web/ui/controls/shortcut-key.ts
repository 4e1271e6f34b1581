type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

const latinLetter = /^[a-z]$/i;
const digit = /^[0-9]$/;
/** A letter or mark of another script: the layout has no Latin letter on this key. */
const otherScript = /^(?!\p{Script=Latin})[\p{L}\p{M}]$/u;

/**
 * The key of a shortcut that an event means, letters in lower case. What the key types counts, so a layout that moves
 * letters keeps them. If it types no Latin letter (Cyrillic) or no digit (the digit row of AZERTY), its place on a US
 * keyboard counts. Shift reaches digits on some layouts, but makes no shortcut of a letter.
 */
export function shortcutKey({ key, code, shiftKey }: Pressed): string {
  if (digit.test(key)) return key;
  if (latinLetter.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  // Named keys, such as Enter, and End of a keypad without Num Lock.
  if ([...key].length !== 1 || shiftKey) return key;
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))$/.exec(code);
  if (place?.[1] !== undefined && otherScript.test(key)) return place[1].toLowerCase();
  return place?.[2] ?? key;
}
