import { describe, expect, it } from 'vitest';
import { readTags } from './id3-tags.ts';

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const big = (size: number) => [(size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255];
const seven = (size: number) => [(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127];

/** A text frame of ID3v2.3 or 2.4; iTunes wrote 2.4 with the sizes of 2.3. */
const frame = (name: string, content: Uint8Array, { major = 3, flags = [0, 0], isByItunes = false } = {}) =>
  bytes(name, major === 4 && !isByItunes ? seven(content.length) : big(content.length), flags, content);
const tag = (major: number, flags: number, ...frames: Uint8Array[]) => {
  const content = bytes(...frames);
  return bytes('ID3', [major, 0, flags], seven(content.length), content);
};
const text = (encoding: number, content: Uint8Array) => bytes([encoding], content);
const latin = (content: string) => text(0, bytes(content));
const read = (...parts: Uint8Array[]) => readTags(new Blob([bytes(...parts, new Uint8Array(500))]));
const id3v1 = (title: string, genre: number) =>
  readTags(
    new Blob([bytes(new Uint8Array(500), 'TAG', title.padEnd(30, '\0'), new Uint8Array(94), [genre])]),
  );
const utf16 = (words: string) => Buffer.from(words, 'utf16le');
/** What tags stand beside: bytes that are no tag. */
const mp3 = new Uint8Array(2000).fill(0xff);

const picture = (length: number, options = {}) =>
  frame('APIC', bytes([0], 'image/jpeg\0', [3, 0], new Uint8Array(length).fill(7)), options);

/** An APEv2 tag with one item, as it stands behind the sound. */
function apeTag(name: string, value: Uint8Array, flags = 0): Uint8Array {
  const little = (size: number) => big(size).reverse();
  const item = bytes(little(value.length), little(flags), name, [0], value);
  const block = (kind: number) =>
    bytes('APETAGEX', little(2000), little(item.length + 32), little(1), [0, 0, 0, kind], new Uint8Array(8));
  return bytes(block(0xa0), item, block(0x80));
}
const older = (title: Uint8Array, genre = 255) =>
  bytes('TAG', title, new Uint8Array(124 - title.length), [genre]);
const titleOf = async (...parts: Uint8Array[]) => (await readTags(new Blob([bytes(...parts)]))).title;

describe('the tags of a file', () => {
  it.each([
    ['ID3v2.3 in Latin 1', tag(3, 0, frame('TIT2', latin('Caf\xe9')), frame('TCON', latin('Rock'))), 'Café'],
    [
      'ID3v2.4 in UTF-8',
      tag(4, 0, frame('TIT2', text(3, Buffer.from('夜のバス')), { major: 4 })),
      '夜のバス',
    ],
    ['UTF-16 with a mark', tag(3, 0, frame('TIT2', text(1, bytes([0xff, 0xfe], utf16('Bus Ω\0'))))), 'Bus Ω'],
    [
      'UTF-16 with the other mark',
      tag(3, 0, frame('TIT2', text(1, bytes([0xfe, 0xff], utf16('Bus').swap16())))),
      'Bus',
    ],
    ['UTF-16 big-endian', tag(4, 0, frame('TIT2', text(2, utf16('Bus').swap16()), { major: 4 })), 'Bus'],
    ['ID3v2.2', bytes('ID3', [2, 0, 0], seven(10), 'TT2', [0, 0, 4], [0], 'Bus'), 'Bus'],
    ['two titles', tag(3, 0, frame('TIT2', latin('First\0Second')), frame('TIT2', latin('Third'))), 'First'],
    [
      'a tag with an extended header',
      tag(3, 0x40, bytes(big(6), new Uint8Array(6)), frame('TIT2', latin('Bus'))),
      'Bus',
    ],
    [
      'an unsynchronised frame',
      tag(4, 0, frame('TIT2', latin('B\xff\0us'), { major: 4, flags: [0, 2] })),
      'Bÿus',
    ],
  ])('contain the title of %s', async (_name, tagged, title) => {
    expect((await read(tagged)).title).toBe(title);
  });

  it.each([
    ['Hip-Hop', 'hip hop'],
    ['R&B', 'r&b'],
    ['rnb', 'r&b'],
    ['(17)', 'rock'],
    ['17', 'rock'],
    ['(7)Rap', 'hip hop'],
    ['Indie Rock', 'indie'],
    ['Gregorian Dubstep', null],
    ['(255)', null],
    ['', null],
  ])('the genre %j becomes %j', async (given, genre) => {
    expect((await read(tag(3, 0, frame('TCON', latin(given))))).genre).toBe(genre);
  });

  it('are read from the end of the file if there are none at its start', async () => {
    expect(await id3v1('Night Bus', 8)).toEqual({ title: 'Night Bus', genre: 'jazz' });
    expect(await id3v1('', 200)).toEqual({ title: null, genre: null });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an HTML page', bytes('<html>TIT2')],
    ['a tag of version 9', tag(9, 0, frame('TIT2', latin('Bus')))],
    ['a tag that claims 256 MB', bytes('ID3', [3, 0, 0, 127, 127, 127, 127])],
    ['a frame that claims 4 GB', tag(3, 0, bytes('TIT2', [255, 255, 255, 255, 0, 0, 3]))],
    [
      'ten thousand empty frames',
      tag(3, 0, ...Array.from({ length: 10_000 }, () => frame('TXXX', latin('')))),
    ],
    ['a compressed title', tag(3, 0, frame('TIT2', latin('Bus'), { flags: [0, 0x80] }))],
    ['an encrypted title', tag(4, 0, frame('TIT2', latin('Bus'), { major: 4, flags: [0, 4] }))],
    ['an unknown encoding', tag(3, 0, frame('TIT2', text(9, bytes('Bus'))))],
    ['control characters only', tag(3, 0, frame('TIT2', latin('\x01\x02\x1b')))],
    ['an extended header that claims everything', tag(3, 0x40, bytes([255, 255, 255, 255]))],
  ])('are empty for %s', async (_name, file) => {
    expect(await read(file)).toEqual({ title: null, genre: null });
  });

  it('never throw for any bytes after a header', async () => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    };
    for (let round = 0; round < 500; round++) {
      const content = Uint8Array.from({ length: 300 }, random);
      const frames = bytes('ID3', [2 + (round % 3), 0, random()], seven(300), 'TIT2', content);
      await expect(read(frames)).resolves.toBeDefined();
    }
  });
});

describe('the titles of a file', () => {
  it('claim to be Latin 1 although they are not', async () => {
    const title = bytes([0x96, 0xe9, 0x82, 0xcc, 0x82, 0xa4, 0x82, 0xbd]);
    expect(await titleOf(tag(3, 0, frame('TIT2', text(0, title))), mp3)).toBe('夜のうた');
    expect(await titleOf(mp3, older(title))).toBe('夜のうた');
    expect(await titleOf(mp3, apeTag('Title', Buffer.from('Òåìíàÿ íî÷ü')))).toBe('Темная ночь');
  });

  it('give the title of iTunes, which wrote other sizes', async () => {
    const options = { major: 4, isByItunes: true };
    const long = 'A long title '.repeat(20).trim();
    const title = frame('TIT2', text(3, Buffer.from(long)), options);
    expect(await titleOf(tag(4, 0, title, frame('TCON', latin('Rock'), options)), mp3)).toBe(long);
    expect(await titleOf(tag(4, 0, picture(400, options), title, new Uint8Array(90)), mp3)).toBe(long);
    expect(await titleOf(tag(4, 0, picture(40_000, options), title), mp3)).toBe(long);
    const right = frame('TIT2', text(3, Buffer.from(long)), { major: 4 });
    expect(await titleOf(tag(4, 0, picture(40_000, { major: 4 }), right), mp3)).toBe(long);
  });

  it('are found behind a large picture, in a second tag and in an APE tag', async () => {
    const title = frame('TIT2', latin('Night Bus'));
    expect(await titleOf(tag(3, 0, picture(900_000), title), mp3)).toBe('Night Bus');
    expect(await titleOf(tag(3, 0, frame('TXXX', latin('a\0b'))), tag(3, 0, title), mp3)).toBe('Night Bus');
    const ape = apeTag('TITLE', Buffer.from('Night Bus'));
    expect(await titleOf(mp3, ape)).toBe('Night Bus');
    expect(await titleOf(mp3, ape, older(bytes('Night B')))).toBe('Night Bus');
    expect(await titleOf(ape, mp3)).toBe('Night Bus');
    expect(await titleOf(tag(3, 0, frame('TIT2', latin('Newer'))), mp3, ape)).toBe('Newer');
    expect(await titleOf(mp3, apeTag('Cover', new Uint8Array(500_000), 2), older(bytes('Old')))).toBe('Old');
  });

  it('are in the composed form of Unicode', async () => {
    const decomposed = 'Béla Szőlő'.normalize('NFD');
    const title = frame('TIT2', text(1, bytes([0xff, 0xfe], utf16(decomposed))));
    expect(await titleOf(tag(3, 0, title), mp3)).toBe('Béla Szőlő');
  });
});
