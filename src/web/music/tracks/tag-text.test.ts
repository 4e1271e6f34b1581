import { describe, expect, it } from 'vitest';
import { legacyText, repairedText } from './tag-text.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

/** Bytes of the Cyrillic encoding of Windows. */
const cyrillic = (words: string) => {
  const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(words, (letter) => letters.indexOf(letter));
};
/** 夜のうた, 東京 and メトロ in Shift-JIS. */
const shiftJis = {
  song: [0x96, 0xe9, 0x82, 0xcc, 0x82, 0xa4, 0x82, 0xbd],
  tokyo: [0x93, 0x8c, 0x8b, 0x9e],
  metro: [0x83, 0x81, 0x83, 0x67, 0x83, 0x8d],
};
describe('the text of a tag', () => {
  it.each([
    ['Cyrillic', cyrillic('Тёмная ночь'), 'Тёмная ночь'],
    ['Cyrillic in capitals', cyrillic('КИНО (live 1990)'), 'КИНО (live 1990)'],
    ['Ukrainian', cyrillic('Їхала її пісня'), 'Їхала її пісня'],
    ['Cyrillic beside English', cyrillic('Подъезд feat. Nina'), 'Подъезд feat. Nina'],
    ['Japanese', bytes(shiftJis.song), '夜のうた'],
    ['Japanese beside English', bytes(shiftJis.metro, ' (Night Mix)'), 'メトロ (Night Mix)'],
    ['Japanese in Chinese characters', bytes(shiftJis.tokyo), '東京'],
    ['UTF-8', Buffer.from('Тёмная 夜 é'), 'Тёмная 夜 é'],
    ['French', bytes('\xc7a va d\xe9j\xe0, \xe0 l\x92\xe9t\xe9'), 'Ça va déjà, à l’été'],
    ['German', bytes('Gr\xfc\xdfe aus \xd6sterreich'), 'Grüße aus Österreich'],
    ['Icelandic', bytes('\xde\xfd\xf0ing \xe1 \xed\xf0'), 'Þýðing á íð'],
    ['a curly quote', bytes('Don\x92t Stop \x96 Rock\xb4n\xb4Roll'), 'Don’t Stop – Rock´n´Roll'],
    ['Chinese, which could be anything', bytes([0xd2, 0xb9, 0xc0, 0xef, 0xb5, 0xc4]), null],
    ['Korean, which could be anything', bytes([0xb9, 0xe3, 0xb0, 0xa1, 0xbf, 0xec]), null],
  ])('that claims to be Latin 1 and is %s is read as that, or not at all', (_name, title, expected) => {
    expect(legacyText(title)).toBe(expected ?? '');
  });

  it.each([
    ['Cyrillic', 'Òåìíàÿ íî÷ü', 'Темная ночь'],
    ['UTF-8', 'Ð¢Ñ‘Ð¼Ð½Ð°Ñ\u008f', 'Тёмная'],
    ['itself', 'Déjà vu – À l’été', 'Déjà vu – À l’été'],
    ['itself, in capitals', 'ÅÄÖ', 'ÅÄÖ'],
  ])('in Unicode that was %s read as Latin 1 is what was meant', (_name, stored, meant) => {
    expect(repairedText(stored)).toBe(meant);
  });
});
