/** A part of a text: plain, or a playable time of the track. */
export type TextPart = { readonly text: string } | { readonly text: string; readonly second: number };

const time = /(?<![\d:.])(\d{1,2}):([0-5]\d)(?![\d:])/g;

/** Splits a comment at times such as "1:12" that are within the track. */
export function textParts(text: string, durationSeconds: number): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(time)) {
    const second = Number(match[1]) * 60 + Number(match[2]);
    if (second >= durationSeconds) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: match[0], second });
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
