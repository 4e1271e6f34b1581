/**
 * Advance widths of Anybody at weight 800 in thousandths of an em, from space to tilde, at the narrowest and widest
 * setting used here. Measured in a browser; the font interpolates linearly.
 */
const narrow = (
  '95 204 228 505 346 434 437 134 215 215 235 235 191 219 177 257 337 297 337 331 364 332 ' +
  '331 293 332 331 177 192 228 225 227 357 493 344 337 337 336 229 229 339 337 171 335 348 ' +
  '232 549 435 335 338 337 341 340 282 339 350 555 367 360 233 241 300 241 249 310 159 348 ' +
  '337 343 338 342 264 338 337 174 180 356 170 506 337 337 337 338 337 345 254 340 355 579 ' +
  '358 369 232 245 140 245 290'
).split(' ');
const wide = (
  '359 334 368 985 863 995 1093 233 494 500 366 365 412 635 313 673 822 788 846 848 818 834 ' +
  '845 762 831 847 321 387 576 381 576 841 1265 1012 935 927 923 812 746 964 953 429 920 869 ' +
  '724 1212 1069 967 880 967 910 933 900 968 949 1376 941 971 837 499 667 500 520 902 471 ' +
  '912 915 851 922 912 684 927 903 398 418 856 397 1320 898 918 915 917 893 898 729 895 857 ' +
  '1254 888 842 780 533 273 524 576'
).split(' ');

/** Characters beyond the tilde: curly quotes, dash and ellipsis. */
const beyond: Readonly<Record<string, readonly [narrow: number, wide: number]>> = {
  '’': [127, 269],
  '‘': [127, 269],
  '“': [251, 461],
  '”': [251, 461],
  '–': [249, 711],
  '…': [586, 876],
};

const firstCode = 32;
export const narrowest = 50;
export const widest = 130;

/** A letter's width in em at a level from 0 (narrowest) to 1 (widest); undefined if it is not in the table. */
export function letterWidth(letter: string, level: number): number | undefined {
  const place = (letter.normalize('NFD').codePointAt(0) ?? 0) - firstCode;
  const [from, to] = beyond[letter] ?? [narrow[place], wide[place]];
  if (from === undefined || to === undefined) return undefined;
  return (Number(from) + (Number(to) - Number(from)) * level) / 1000;
}
