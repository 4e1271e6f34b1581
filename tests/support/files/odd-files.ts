import {
  anMp3,
  anMp3WithHtmlInFront,
  anMp3WithTags,
  bytesOf,
  emptyFile,
  freeFormatFile,
  htmlFile,
  id3Bomb,
  layerTwoFile,
  m4aFile,
  noise,
  pngFile,
  wavFile,
  zipFile,
} from './audio-files.ts';

type Bytes = Uint8Array<ArrayBuffer>;
export interface OddFile {
  readonly name: string;
  readonly bytes: () => Bytes;
}

/** Numbers without order, the same on every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const repeated = (count: number, make: (index: number) => OddFile): OddFile[] =>
  Array.from({ length: count }, (_, index) => make(index));

const music = (mark: string) => anMp3({ seconds: 6, mark });

/** Somebody's bytes changed at places without order: bits, runs, stretches left out or doubled. */
function mutated(seed: number): Bytes {
  const random = seeded(seed + 1);
  let file = music(`mutant ${seed}`);
  for (let change = 0; change <= random(12); change++) {
    const [at, length] = [random(file.length), 1 + random(2000)];
    const stretch = file.slice(at, at + length);
    const kind = random(4);
    if (kind === 0) file[at] = (file[at] ?? 0) ^ (1 << random(8));
    else if (kind === 1) file.fill(random(256), at, at + length);
    else if (kind === 2) file = bytesOf(file.subarray(0, at), file.subarray(at + length));
    else file = bytesOf(file.subarray(0, at), stretch, stretch, file.subarray(at + length));
  }
  return file;
}

const page = (script: string) =>
  `<!doctype html><html><body onload="${script}"><script>${script}</script></body></html>`;
const vector = (script: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
const script = "document.title='owned'";

/** Another kind of file in front of, behind or inside the tag of real frames. */
const strangers: readonly (readonly [string, () => Uint8Array | string])[] = [
  ['a page', () => page(script)],
  ['a vector picture', () => vector(script)],
  ['a script', () => `${script};//`],
  ['a picture', pngFile],
  ['an archive', () => zipFile(3000)],
  ['sound in MP4', m4aFile],
  ['a WAV header', () => wavFile(500)],
  ['a PDF', () => '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'],
  ['a program', () => bytesOf('MZ', noise(400, 3))],
  ['a shell script', () => '#!/bin/sh\nexit 1\n'],
  ['JSON', () => JSON.stringify({ a: '</script><script>1</script>' })],
  ['zeros', () => new Uint8Array(5000)],
];

function inTag(content: Uint8Array | string): Bytes {
  const body = bytesOf('TXXX', new Uint8Array(6), content);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 127);
  return bytesOf('ID3', new Uint8Array([3, 0, 0, ...size]), body);
}

const polyglots: OddFile[] = strangers.flatMap(([what, make]) => [
  { name: `${what} in front`, bytes: () => bytesOf(make(), music(`front ${what}`)) },
  { name: `${what} behind`, bytes: () => bytesOf(music(`behind ${what}`), make()) },
  { name: `${what} in a tag`, bytes: () => bytesOf(inTag(make()), music(`tag ${what}`)) },
  { name: `${what} in a tag at the end`, bytes: () => bytesOf(music(`last ${what}`), inTag(make())) },
  { name: `${what} alone`, bytes: () => bytesOf(make()) },
]);

const tagBombs: OddFile[] = [
  { name: 'a tag that claims 256 MB', bytes: id3Bomb },
  ...repeated(8, (i) => ({
    name: `${10 ** (i % 4)} tags, one behind the other, of version ${2 + (i % 3)}`,
    bytes: () => bytesOf(...Array.from({ length: 10 ** (i % 4) }, () => inTag('x')), music(`tags ${i}`)),
  })),
  { name: 'tags only', bytes: () => bytesOf(...Array.from({ length: 500 }, () => inTag('x'))) },
];

/** More than 150 odd files, made here, the same on every run. */
export const oddFiles: readonly OddFile[] = [
  { name: 'nothing', bytes: emptyFile },
  { name: 'one byte', bytes: () => bytesOf('\xff') },
  { name: 'a page', bytes: htmlFile },
  { name: 'a picture', bytes: pngFile },
  { name: 'a WAV file', bytes: wavFile },
  { name: 'AAC in MP4', bytes: m4aFile },
  { name: 'an archive', bytes: () => zipFile(100_000) },
  { name: 'layer II', bytes: layerTwoFile },
  { name: 'free format', bytes: freeFormatFile },
  { name: 'half a second', bytes: () => anMp3({ seconds: 0.5 }) },
  { name: 'an MP3 with tags', bytes: anMp3WithTags },
  { name: 'an MP3 with a page in front', bytes: () => anMp3WithHtmlInFront({ seconds: 60 }) },
  { name: '29 minutes', bytes: () => anMp3({ seconds: 29 * 60, bitrate: 32 }) },
  ...repeated(20, (i) => ({
    name: `an MP3 cut after ${i * 7} %`,
    bytes: () => music(`cut ${i}`).slice(0, Math.floor((music('').length * i * 7) / 100) + i),
  })),
  ...repeated(20, (i) => ({
    name: `an MP3 without its first ${1 + i * 97} bytes`,
    bytes: () => music(`beheaded ${i}`).slice(1 + i * 97),
  })),
  ...repeated(60, (i) => ({ name: `mutant ${i}`, bytes: () => mutated(i) })),
  ...tagBombs,
  ...polyglots,
];
