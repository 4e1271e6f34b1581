import { describe, expect, it } from 'vitest';
import {
  bitErrorRate,
  isSameRecording,
  packedPrint,
  sampledTerms,
  silentTerm,
  unpackedPrint,
  votesOf,
} from './print-rules.ts';

/** Terms without order, the same on every run. */
function terms(length: number, seed = 1): Int32Array {
  let state = seed;
  return Int32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state ^ (state >>> 13);
  });
}

/** The print with so many of the 32 bits of each second term turned over. */
const turned = (print: Int32Array, bits: number): Int32Array =>
  print.map((term, at) => (at % 2 === 0 ? term : term ^ (2 ** bits - 1)));

const joined = (...parts: Int32Array[]): Int32Array => Int32Array.from(parts.flatMap((part) => [...part]));

describe('two prints', () => {
  it('match with up to 22 percent of different bits', () => {
    const print = terms(200);
    expect(bitErrorRate(print, turned(print, 14))).toBeCloseTo(7 / 32, 3);
    expect(isSameRecording(print, turned(print, 14))).toBe(true);
    expect(isSameRecording(print, turned(print, 15))).toBe(false);
    // 96 terms with 7 and 4 with 8 different bits: 704 of 3200.
    const atTheBound = (print: Int32Array) => print.map((term, at) => term ^ (at < 96 ? 0x7f : 0xff));
    const short = terms(100);
    expect(bitErrorRate(short, atTheBound(short))).toBe(0.22);
    expect(isSameRecording(short, atTheBound(short))).toBe(true);
  });

  it('are aligned wherever they fit', () => {
    const print = terms(200);
    expect(bitErrorRate(print, print.slice(100))).toBe(0);
    expect(bitErrorRate(print.slice(100), print)).toBe(0);
    expect(bitErrorRate(print, joined(terms(300, 7), print, terms(300, 8)))).toBe(0);
    expect(bitErrorRate(joined(terms(300, 7), print, terms(300, 8)), print)).toBe(0);
  });

  it('need ten seconds of overlap to match', () => {
    const print = terms(200);
    expect(isSameRecording(print, print.slice(121))).toBe(false);
    expect(isSameRecording(print, print.slice(120))).toBe(true);
  });

  it('do not match because both are silent for long', () => {
    const silence = new Int32Array(500).fill(silentTerm);
    const [one, other] = [joined(silence, terms(100)), joined(silence, terms(100, 5))];
    expect(isSameRecording(one, other)).toBe(false);
  });

  it('are compared where at least one has sound, and silence in the other counts as a difference', () => {
    const [print, hush] = [terms(200), new Int32Array(100).fill(silentTerm)];
    const muted = joined(print.slice(0, 100), hush);
    expect(bitErrorRate(print, muted)).toBeGreaterThan(0.2);
    expect(bitErrorRate(muted, print)).toBeGreaterThan(0.2);
    expect(bitErrorRate(joined(print, hush), joined(print, hush))).toBe(0);
  });

  it('are aligned where most terms agree, even if many other offsets share one', () => {
    const [print, once] = [terms(400), [...terms(400)]];
    // Terms of the beginning, which the other lacks, so that twenty places come before the right one.
    const other = joined(terms(60, 4), print.slice(100));
    for (let i = 0; i < 20; i++) other[i] = once[99 - 3 * i] ?? 0;
    expect(bitErrorRate(print, other)).toBeLessThan(0.1);
    expect(bitErrorRate(other, print)).toBeLessThan(0.1);
  });

  it('are compared only at the eight offsets with most agreement, to stay fast', () => {
    const print = terms(200);
    // At its own place one term agrees and the others nearly do; two agree at each of the other places.
    const own = print.map((term, at) => (at === 150 ? term : term ^ 1));
    const others = (places: number) =>
      terms(40, 4)
        .map((term, at) => print[20 + 7 * (at >> 1) + (at % 2)] ?? term)
        .slice(0, 2 * places);
    const rate = (places: number) => bitErrorRate(print, joined(others(places), own));
    expect(rate(7)).toBeLessThan(0.05);
    expect(rate(8)).toBeGreaterThan(0.3);
  });

  it('vote by terms that occur up to sixteen times in both, never by silence', () => {
    const often = (times: number) => new Int32Array(times).fill(77);
    expect(votesOf(often(16), often(16)).get(0)).toBe(16);
    expect(votesOf(often(17), often(16)).size).toBe(0);
    expect(votesOf(often(16), often(17)).size).toBe(0);
    expect(votesOf(Int32Array.of(silentTerm), Int32Array.of(silentTerm)).size).toBe(0);
    expect(votesOf(Int32Array.of(1), Int32Array.of(2)).size).toBe(0);
  });

  it('of a held tone are compared at no more offsets than those of music', () => {
    const tone = new Int32Array(2000).fill(77);
    const [one, other] = [joined(tone, terms(200)), joined(terms(40, 9), tone, terms(200))];
    const votes = votesOf(one, other);
    expect(votes.get(40)).toBe(200);
    expect([...votes.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(16 * one.length);
    expect(isSameRecording(one, other)).toBe(true);
  });

  it('of a loop repeated throughout still match', () => {
    const loop = joined(...Array.from({ length: 30 }, () => terms(20)));
    expect(votesOf(loop, loop).size).toBe(0);
    expect(isSameRecording(loop, turned(loop, 10))).toBe(true);
    expect(isSameRecording(loop, joined(...Array.from({ length: 30 }, () => terms(20, 3))))).toBe(false);
  });

  it('without terms never match', () => {
    expect(isSameRecording(new Int32Array(), new Int32Array())).toBe(false);
    expect(isSameRecording(terms(200), new Int32Array())).toBe(false);
  });
});

describe('a track that is one loop', () => {
  const loop = (length: number, from = 0): Int32Array => {
    const once = terms(length);
    return Int32Array.from({ length: 900 }, (_, at) => once[(at + from) % length] ?? 0);
  };

  it('matches a copy cut at its start, whatever the length of the loop', () => {
    for (const length of [8, 16, 37, 120]) {
      expect(isSameRecording(loop(length), loop(length, 5))).toBe(true);
      expect(isSameRecording(loop(length, 3), loop(length))).toBe(true);
    }
  });

  it('does not match another loop', () => {
    const other = loop(16).map((term) => Math.imul(term, 0x85eb_ca6b));
    expect(isSameRecording(loop(16), other)).toBe(false);
  });
});

describe('the terms used for lookup', () => {
  it('are about one in eight, without repeats or silence', () => {
    const print = terms(8000);
    const sampled = sampledTerms(joined(print, print, new Int32Array(9).fill(silentTerm)));
    expect(sampled.length).toBeGreaterThan(850);
    expect(sampled.length).toBeLessThan(1150);
    expect(new Set(sampled).size).toBe(sampled.length);
    expect(sampled).not.toContain(silentTerm);
  });

  it('do not depend on their position', () => {
    const print = terms(400);
    const known = new Set(sampledTerms(print));
    expect(sampledTerms(print.slice(37)).every((term) => known.has(term))).toBe(true);
  });
});

it('a print is stored and read back unchanged', () => {
  const print = Int32Array.of(0, -1, 2 ** 31 - 1, -(2 ** 31), silentTerm);
  expect(unpackedPrint(packedPrint(print))).toEqual(print);
});
