import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { storePicture } from '#server/adapters/storage/stored-pictures.ts';
import { coverPictures } from '#server/music/tracks/cover-rules.ts';
import type { Earshot } from '../world/earshot.ts';
import { sql } from '../world/sql.ts';

export const picture = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#e0a030' } });

/** Gives a track a cover of its own, of one plain color. */
export async function aCover({ deps, testDatabase }: Earshot, trackId: string): Promise<void> {
  const key = await storePicture(deps.storage, coverPictures, await picture().png().toBuffer());
  await sql(testDatabase.ownerDatabase, 'update artist_tracks set cover_key = $2 where id = $1', [
    trackId,
    key,
  ]);
}

/** Whether a share picture shows the cover of `aCover` where else the record lies. */
export async function showsCover(png: Uint8Array): Promise<boolean> {
  const cut = sharp(png).extract({ left: 640, top: 90, width: 1, height: 1 }).removeAlpha();
  const [red = 0, green = 0, blue = 0] = await cut.raw().toBuffer();
  return red > 200 && green > 140 && green < 180 && blue < 70;
}

/** A PNG whose header promises so many pixels and whose content is next to nothing. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
