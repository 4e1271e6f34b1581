import { ibanProblem } from '#contract/money/payout-destinations/bank-details.ts';

// A reader of pain.001.001.09 that shares nothing with the writer: it checks order, number, length and form of every element
// after the published description of the message and the EPC's guidelines for it.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Reads XML without entities, comments or mixed content, which a payment file has none of. */
export function readXml(xml: string): XmlElement {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!xml.startsWith(head)) throw new Error('There is no XML declaration.');
  const root: XmlElement[] = [];
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }[] =
    [];
  const parts = xml.slice(head.length).matchAll(/<(\/?)([A-Za-z0-9]+)((?: [A-Za-z]+="[^"<&]*")*)>|([^<]+)/g);
  let read = 0;
  for (const [part, closing, name = '', attributes = '', text] of parts) {
    read += part.length;
    const top = open.at(-1);
    if (text !== undefined) {
      if (text.includes('&')) throw new Error('There is an entity.');
      if (top) top.text += text;
    } else if (closing) {
      if (top?.name !== name) throw new Error(`${name} closes ${top?.name}.`);
      open.pop();
      const done = { ...top, text: top.children.length > 0 ? top.text.trim() : top.text };
      (open.at(-1)?.children ?? root).push(done);
    } else {
      const pairs = [...attributes.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ]);
      open.push({ name, attributes: Object.fromEntries(pairs), children: [], text: '' });
    }
  }
  const [document, ...more] = root;
  if (!document || more.length > 0 || open.length > 0 || read !== xml.length - head.length)
    throw new Error('This is not one whole document.');
  return document;
}

type Shape = readonly (readonly [name: string, least: number, most: number])[];

const shapes: Readonly<Record<string, Shape>> = {
  Document: [['CstmrCdtTrfInitn', 1, 1]],
  CstmrCdtTrfInitn: [
    ['GrpHdr', 1, 1],
    ['PmtInf', 1, Number.POSITIVE_INFINITY],
  ],
  GrpHdr: [
    ['MsgId', 1, 1],
    ['CreDtTm', 1, 1],
    ['NbOfTxs', 1, 1],
    ['CtrlSum', 1, 1],
    ['InitgPty', 1, 1],
  ],
  InitgPty: [['Nm', 0, 1]],
  PmtInf: [
    ['PmtInfId', 1, 1],
    ['PmtMtd', 1, 1],
    ['BtchBookg', 0, 1],
    ['NbOfTxs', 0, 1],
    ['CtrlSum', 0, 1],
    ['PmtTpInf', 0, 1],
    ['ReqdExctnDt', 1, 1],
    ['Dbtr', 1, 1],
    ['DbtrAcct', 1, 1],
    ['DbtrAgt', 1, 1],
    ['UltmtDbtr', 0, 1],
    ['ChrgBr', 0, 1],
    ['CdtTrfTxInf', 1, Number.POSITIVE_INFINITY],
  ],
  PmtTpInf: [
    ['InstrPrty', 0, 1],
    ['SvcLvl', 0, 1],
  ],
  SvcLvl: [['Cd', 1, 1]],
  ReqdExctnDt: [['Dt', 1, 1]],
  Dbtr: [
    ['Nm', 1, 1],
    ['PstlAdr', 0, 1],
  ],
  PstlAdr: [
    ['StrtNm', 0, 1],
    ['PstCd', 0, 1],
    ['TwnNm', 1, 1],
    ['Ctry', 1, 1],
  ],
  DbtrAcct: [['Id', 1, 1]],
  CdtrAcct: [['Id', 1, 1]],
  DbtrAgt: [['FinInstnId', 1, 1]],
  FinInstnId: [['Othr', 1, 1]],
  Othr: [['Id', 1, 1]],
  CdtTrfTxInf: [
    ['PmtId', 1, 1],
    ['Amt', 1, 1],
    ['CdtrAgt', 0, 1],
    ['Cdtr', 1, 1],
    ['CdtrAcct', 1, 1],
    ['RmtInf', 0, 1],
  ],
  PmtId: [
    ['InstrId', 0, 1],
    ['EndToEndId', 1, 1],
  ],
  Amt: [['InstdAmt', 1, 1]],
  Cdtr: [
    ['Nm', 1, 1],
    ['PstlAdr', 0, 1],
  ],
  RmtInf: [['Ustrd', 1, 1]],
};

const latin = String.raw`[A-Za-z0-9/\-?:().,'+ ]`;
const reference = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/;
const text = (most: number) => new RegExp(`^(?! )${latin}{1,${most}}(?<! )$`);
const sum = /^\d{1,9}\.\d{2}$/;

/** The form of each element without children; an Id is one of `Othr`, since accounts hold an IBAN. */
const forms: Readonly<Record<string, RegExp>> = {
  MsgId: reference,
  PmtInfId: reference,
  EndToEndId: reference,
  CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: sum,
  InstdAmt: sum,
  PmtMtd: /^TRF$/,
  BtchBookg: /^(true|false)$/,
  Cd: /^SEPA$/,
  Dt: /^\d{4}-\d{2}-\d{2}$/,
  Nm: text(70),
  TwnNm: text(35),
  Ctry: /^[A-Z]{2}$/,
  ChrgBr: /^SLEV$/,
  Ustrd: text(140),
  Id: /^NOTPROVIDED$/,
  IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/,
};

function formFaults(element: XmlElement, path: string): string[] {
  const form = forms[element.name];
  if (!form?.test(element.text)) return [`${path} holds ${JSON.stringify(element.text)}`];
  if (element.name === 'IBAN' && ibanProblem(element.text)) return [`${path} is no IBAN`];
  const isEuro = element.name !== 'InstdAmt' || element.attributes.Ccy === 'EUR';
  return isEuro && element.text !== '0.00' ? [] : [`${path} is no amount of euro`];
}

function shapeFaults(element: XmlElement, path: string): string[] {
  const isAccount = element.name === 'Id' && element.children.length > 0;
  const shape: Shape | undefined = isAccount ? [['IBAN', 1, 1]] : shapes[element.name];
  if (!shape || (element.name === 'Id' && !isAccount)) return formFaults(element, path);
  const names = element.children.map(({ name }) => name);
  const expected = shape.flatMap(([name, least, most]) => {
    const count = names.filter((other) => other === name).length;
    return Array.from({ length: Math.min(most, Math.max(least, count)) }, () => name);
  });
  return [
    ...(element.text === '' ? [] : [`${path} holds text beside elements`]),
    ...(names.join() === expected.join()
      ? []
      : [`${path} holds ${names.join()} instead of ${expected.join()}`]),
    ...element.children.flatMap((child, place) => shapeFaults(child, `${path}/${child.name}[${place}]`)),
  ];
}

export const all = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];
export const texts = (element: XmlElement, name: string): string[] =>
  all(element, name).map((found) => found.text);

/** What is wrong with the file; nothing for a good one. */
export function painFaults(xml: string): string[] {
  const document = readXml(xml);
  const cents = (written: string) => Number(written.replace('.', ''));
  const amounts = texts(document, 'InstdAmt').map(cents);
  const total = amounts.reduce((before, one) => before + one, 0);
  const references = texts(document, 'EndToEndId');
  return [
    ...shapeFaults(document, document.name),
    ...(document.attributes.xmlns === 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
      ? []
      : ['the namespace is another']),
    ...(texts(document, 'CtrlSum').every((written) => cents(written) === total)
      ? []
      : ['a control sum is wrong']),
    ...(texts(document, 'NbOfTxs').every((written) => Number(written) === amounts.length)
      ? []
      : ['a count is wrong']),
    ...(new Set(references).size === references.length ? [] : ['a reference stands there twice']),
  ];
}
