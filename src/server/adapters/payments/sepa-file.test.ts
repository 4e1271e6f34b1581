import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { all, painFaults, readXml, texts } from '#tests/support/files/pain-001.ts';
import { euroCents, isSepaName, type SepaOrder, sepaFile, sepaText } from './sepa-file.ts';

const order = (lines: Partial<SepaOrder['lines'][number]>[], more: Partial<SepaOrder> = {}): SepaOrder => ({
  id: '0b0c3a52-5f0f-4a8e-9d7e-0c35a8c1f2aa',
  madeAt: new Date('2026-11-20T10:20:30.456Z'),
  euroRate: 10_850,
  debtor: {
    name: 'Earshot GmbH & Söhne',
    iban: 'DE89 3704 0044 0532 0130 00',
    town: 'Köln',
    country: 'DE',
  },
  lines: lines.map((line, i) => ({
    payoutId: `1f0c3a52-5f0f-4a8e-9d7e-${String(i).padStart(12, '0')}`,
    name: 'Ada Lovelace',
    iban: 'NL91ABNA0417164300',
    amountCents: cents(765),
    ...line,
  })),
  ...more,
});

test('a file has the elements of pain.001.001.09 in order, and correct sums', () => {
  const { name, type, content } = sepaFile(
    order([{}, { amountCents: cents(500) }, { amountCents: cents(123_456) }]),
  );
  expect(painFaults(content)).toEqual([]);
  expect({ name, type }).toEqual({ name: 'sepa-2026-11-20-0b0c3a52.xml', type: 'application/xml' });
  const document = readXml(content);
  expect(texts(document, 'InstdAmt')).toEqual(['7.05', '4.61', '1137.84']);
  expect(texts(document, 'CtrlSum')).toEqual(['1149.50', '1149.50']);
  expect(texts(document, 'EndToEndId')[0]).toBe('1f0c3a525f0f4a8e9d7e000000000000');
  expect(texts(document, 'MsgId')).toEqual(['0b0c3a525f0f4a8e9d7e0c35a8c1f2aa']);
});

test('the same order gives the same bytes', () => {
  expect(sepaFile(order([{}])).content).toBe(sepaFile(order([{}])).content);
});

test('the payer is written in SEPA’s characters, with town and country in their own fields', () => {
  const [debtor] = all(readXml(sepaFile(order([{}])).content), 'Dbtr');
  if (!debtor) throw new Error('No debtor.');
  expect(texts(debtor, 'Nm')).toEqual(['Earshot GmbH + Sohne']);
  expect([texts(debtor, 'TwnNm'), texts(debtor, 'Ctry')]).toEqual([['Koln'], ['DE']]);
});

test.each([
  ['2026-11-20T23:59:59Z', '2026-11-20'],
  ['2026-11-21T00:00:00Z', '2026-11-23'],
  ['2026-11-22T12:00:00Z', '2026-11-23'],
  ['2026-11-23T00:00:00Z', '2026-11-23'],
])('a file made at %s is executed on %s', (madeAt, day) => {
  const document = readXml(sepaFile(order([{}], { madeAt: new Date(madeAt) })).content);
  expect(texts(document, 'Dt')).toEqual([day]);
});

test.each([
  [765, 10_000, 765],
  [765, 10_850, 705],
  // 5.00 / 1.0850 is 4.6083.
  [500, 10_850, 461],
  // Exactly half a cent goes to the listener.
  [1, 20_000, 1],
  [3, 20_000, 2],
  [500, 9_999, 500],
  [9_999_999, 10_850, 9_216_589],
])('%i cents at %i ten-thousandths are %i cents of euro', (dollars, rate, euros) => {
  expect(euroCents(cents(dollars), rate)).toBe(euros);
});

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Zoë Śmigły-Ödegård', 'Zoe Smigly-Odegard'],
  ['Weiß & Œuvre', 'Weiss + Oeuvre'],
  ['Þórður Ærø', 'Thordur Aero'],
  ['Ωραία Ψυχή', 'Oraia Psychi'],
  ['Иван Щукин', 'Ivan Shtukin'],
  ['İbrahim Işık', 'Ibrahim Isik'],
  ['O’Neill <script>', "O'Neill .script."],
  ['a//b///c/', 'a/b/c'],
  ['//', ''],
  [' spaced \t out ', 'spaced out'],
  ['李小龍', '...'],
  ['ﬁ Ⅳ', 'fi IV'],
])('%j is written as %j', (text, written) => {
  expect(sepaText(text, 70)).toBe(written);
});

test('a text is cut before it is trimmed, so it ends with a letter', () => {
  expect(sepaText(`${'a'.repeat(69)} bc`, 70)).toBe('a'.repeat(69));
  expect(sepaText('ß'.repeat(40), 70)).toBe('s'.repeat(70));
});

test('a name needs two letters that banks accept', () => {
  expect(isSepaName('Li')).toBe(true);
  expect(isSepaName('李 L')).toBe(false);
  expect(isSepaName('Ω')).toBe(false);
  expect(isSepaName('')).toBe(false);
});

test('every valid name and amount makes a valid file', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          name: fc.string({ unit: 'grapheme', maxLength: 100 }).filter(isSepaName),
          amountCents: fc.integer({ min: 500, max: 10_000_000 }).map(cents),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      fc.integer({ min: 5_000, max: 20_000 }),
      (lines, euroRate) => {
        expect(painFaults(sepaFile(order(lines, { euroRate })).content)).toEqual([]);
      },
    ),
  );
});

test.each([
  [
    'a wrong control sum',
    (xml: string) => xml.replace('<CtrlSum>7.05', '<CtrlSum>7.06'),
    'a control sum is wrong',
  ],
  ['a wrong count', (xml: string) => xml.replace('<NbOfTxs>1', '<NbOfTxs>2'), 'a count is wrong'],
  ['dollars', (xml: string) => xml.replace('Ccy="EUR"', 'Ccy="USD"'), 'is no amount of euro'],
  ['a typo in an IBAN', (xml: string) => xml.replace('NL91', 'NL92'), 'is no IBAN'],
  [
    'elements out of order',
    (xml: string) => xml.replace(/(<Amt>.*<\/Amt>)(<Cdtr>.*?<\/Cdtr>)/, '$2$1'),
    'instead of',
  ],
  ['a letter outside SEPA', (xml: string) => xml.replace('Ada', 'Ädä'), 'holds "Ädä'],
])('the validator in these tests finds %s', (_, spoil, fault) => {
  const { content } = sepaFile(order([{}]));
  expect(spoil(content)).not.toBe(content);
  expect(painFaults(spoil(content)).join()).toContain(fault);
});
