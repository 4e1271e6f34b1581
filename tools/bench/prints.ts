import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import {
  bitErrorRate,
  isSameRecording,
  leastShared,
  packedPrint,
  sampledTerms,
  silentTerm,
  unpackedPrint,
} from '#server/music/tracks/print-rules.ts';
import { othersAlike } from '#server/music/tracks/prints-store.ts';
import {
  aSample,
  cut,
  encodedAnew,
  louder,
  printOf,
  type Sound,
  sampleNames,
} from '#tests/support/files/sounds.ts';
import { type BenchDatabase, median, withBenchDatabase } from './bench-database.ts';

const usage = `Measures whether recordings are recognized, and how long a lookup among many takes.

  npm run bench:prints [-- --tracks 100000]

Makes 25 variants of each sample (about ten seconds cut off the start and the end, 3 dB louder, re-encoded at 128 kbit/s, and
all of these together), and a temporary database with the samples among that many made-up prints.
Exits with 1 if fewer than 98% of the variants are found, if two samples are mistaken for each other, or if a lookup
including the comparison takes 30 ms or more (95th percentile; half of the lookups are for made-up prints, cut at the start).`;

const [leastFound, mostMilliseconds] = [98, 30];
const seconds = 60;
const { values } = parseArgs({
  options: { tracks: { type: 'string', default: '100000' }, help: { type: 'boolean', default: false } },
});

/** Twenty-five variants of the same recording. */
function* variants(sound: Sound, again: Sound): Generator<Sound> {
  for (let i = 0; i < 10; i += 1) yield cut(sound, 10 + i * 0.0137, seconds);
  for (let i = 0; i < 5; i += 1) yield cut(again, 10 + i * 0.0271, seconds);
  for (let i = 0; i < 5; i += 1) yield cut(louder(sound), i, seconds - 10 + i);
  for (let i = 0; i < 4; i += 1) yield cut(louder(again), 10 - i, seconds - i);
  yield again;
}

/** One term in twenty comes from a set of two thousand that many recordings share. */
const commonEvery = 20;
const commonTerm = (seed: number): number => Math.imul((seed % 2000) + 1, 0x27d4_eb2f);

/** A fingerprint that matches no recording, with the terms of a real 90 s fingerprint in a changed form. */
function madeUp(model: Int32Array, number: number): Int32Array {
  const mask = Math.imul(number + 1, 0x9e37_79b1) ^ Math.imul(number + 7, 0x85eb_ca6b);
  return Int32Array.from({ length: 705 }, (_, at) => {
    const term = model[(at + number) % model.length] ?? silentTerm;
    return at % commonEvery === number % commonEvery ? commonTerm(at + number * 31) : term ^ mask;
  });
}

const tracksOf = `
  with named as materialized (select gen_random_uuid() as file, i from generate_series(0, $2::int - 1) as i),
  files as (
    insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
    select file, $1, 'audio/' || file, 1000000, 120000, 5292000, 44100, sha256(file::text::bytea) from named returning id)
  insert into artist_tracks (artist_id, audio_file_id, title, genre, priority_weight, review_target, content_sha256)
  select $1, file, i::text, 'indie', 1, 30, sha256(file::text::bytea) from named where (select count(*) from files) > 0
  returning audio_file_id as id`;

async function fill(owner: Client, prints: readonly Int32Array[], tracks: number): Promise<string> {
  const artist = await owner.query<{ id: string }>(
    `with made as (insert into users (email, email_normalized, password_hash) values ('a@example.org', 'a@example.org', 'none') returning id)
     insert into profiles (user_id, username, display_name, user_type) select id, 'bench', 'Bench', 'artist' from made
     returning user_id as id`,
  );
  // The triggers for counts and notices are not measured here.
  await owner.query("set role none; set session_replication_role = 'replica'");
  const files = await owner.query<{ id: string }>(tracksOf, [artist.rows[0]?.id, tracks]);
  await owner.query("set session_replication_role = 'origin'");
  const models = prints.map((print) => print.slice(0, 705));
  const lot = 500;
  for (let from = 0; from < tracks; from += lot) {
    const rows = files.rows.slice(from, from + lot).map(({ id }, i) => {
      const number = from + i;
      const model = models[number % models.length] ?? new Int32Array();
      const print = number < models.length ? model : madeUp(model, number);
      return { id, print: packedPrint(print).toString('hex'), sampled: sampledTerms(print) };
    });
    await owner.query(
      `insert into sound_prints (audio_file_id, print, sampled)
       select id, decode(print, 'hex'), sampled from jsonb_to_recordset($1) as row(id uuid, print text, sampled integer[])`,
      [JSON.stringify(rows)],
    );
  }
  await owner.query('vacuum analyze');
  return artist.rows[0]?.id ?? '';
}

interface Asked {
  readonly of: number;
  readonly print: Int32Array;
}

async function lookUp(
  { owner, database }: BenchDatabase,
  prints: readonly Int32Array[],
  asked: readonly Asked[],
) {
  const tracks = Number(values.tracks);
  await fill(owner, prints, tracks);
  const sizes = await owner.query<{ terms: string; size: string }>(
    "select count(*) as terms, pg_size_pretty(pg_total_relation_size('sound_print_terms')) as size from sound_print_terms",
  );
  console.log(`${tracks} tracks, ${sizes.rows[0]?.terms} terms in ${sizes.rows[0]?.size}`);
  const nobody = '00000000-0000-0000-0000-000000000000';
  const times: number[] = [];
  let found = 0;
  const others = Array.from({ length: 100 }, (_, i) => ({
    of: -1,
    print: madeUp(prints[i % prints.length] ?? new Int32Array(), i * 97 + 10).slice(80),
  }));
  for (const { of, print } of [...asked, ...others]) {
    const begun = performance.now();
    const alike = await othersAlike.all(database, {
      artistId: nobody,
      printId: null,
      sampled: sampledTerms(print),
      leastShared,
      most: 32,
    });
    const same = alike.filter((one) => isSameRecording(print, unpackedPrint(one.print)));
    times.push(performance.now() - begun);
    const model = prints[of];
    if (model && same.some((one) => bitErrorRate(model, unpackedPrint(one.print)) === 0)) found += 1;
  }
  return { found, times };
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [prints, asked]: [Int32Array[], Asked[]] = [[], []];
  for (const [of, name] of sampleNames.entries()) {
    const sound = await aSample(name, seconds);
    const begun = performance.now();
    prints.push(printOf(sound));
    console.log(`${name}: ${seconds} s printed in ${Math.round(performance.now() - begun)} ms`);
    for (const variant of variants(sound, await encodedAnew(sound)))
      asked.push({ of, print: printOf(variant) });
  }
  const rates = prints.flatMap((one, i) => prints.slice(i + 1).map((other) => bitErrorRate(one, other)));
  const { found, times } = await withBenchDatabase((bench) => lookUp(bench, prints, asked));
  const slow = times.toSorted((a, b) => a - b).at(Math.floor(times.length * 0.95)) ?? 0;
  const closest = Math.min(...rates);
  console.log(
    `${found} of ${asked.length} variants found; two samples differ in ${closest.toFixed(3)} of their bits or more`,
  );
  console.log(
    `look-up and comparison: median ${median(times).toFixed(1)} ms, p95 ${slow.toFixed(1)} ms, most ${Math.max(...times).toFixed(1)} ms; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const isFine = found >= leastFound * (asked.length / 100) && closest > 0.22 && slow < mostMilliseconds;
  return isFine ? 0 : 1;
}

process.exitCode = await main();
