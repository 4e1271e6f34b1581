// Letters left after removing accents, and the two other alphabets of SEPA countries, by the European Payments
// Council's conversion table.
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
  ĸ: 'k',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ы: 'y',
  ь: 'y',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
  ѕ: 'dz',
  є: 'ye',
  і: 'i',
};
const signs: Readonly<Record<string, string>> = {
  '&': '+',
  '@': '(at)',
  _: '-',
  '"': "'",
  '’': "'",
  '–': '-',
  '—': '-',
};
const allowed = /[A-Za-z0-9/\-?:().,'+ ]/;

function written(character: string): string {
  if (allowed.test(character)) return character;
  const lower = character.toLowerCase();
  const letter = letters[lower];
  if (letter !== undefined)
    return lower === character ? letter : letter.charAt(0).toUpperCase() + letter.slice(1);
  return signs[character] ?? (/\s/.test(character) ? ' ' : '.');
}

/** Converts a text to the characters that every SEPA bank accepts, at most `most` of them. Others become a dot. */
export function sepaText(text: string, most: number): string {
  const plain = [...text.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map(written).join('');
  // Slashes at either end or doubled have a special meaning in payment messages.
  return plain
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .slice(0, most)
    .replaceAll(/^[ /]+|[ /]+$/g, '');
}

/** Whether a bank could still recognize the name: at least two letters are left. */
export const isSepaName = (name: string): boolean =>
  (sepaText(name, 70).match(/[A-Za-z]/g) ?? []).length >= 2;
