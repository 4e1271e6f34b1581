import { z } from 'zod';

/** Text that PostgreSQL and a page can hold: whole characters, no NUL. */
export const shownText = (longest: number) =>
  z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\u0000'),
      'has characters that cannot be shown',
    )
    .refine((value) => [...value].length <= longest, `is longer than ${longest} characters`);
