import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './base32.ts';

const codesAtOnce = 10;

/** Ten codes to print, 80 random bits each, in groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codesAtOnce }, () => base32(randomBytes(10)).replace(/(.{4})(?!$)/g, '$1-'));

/** The stored hash of a code, however it was typed. 80 random bits need no slow hash. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest();
