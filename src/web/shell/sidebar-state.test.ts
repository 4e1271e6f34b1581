import { expect, test } from 'vitest';
import { isOpenByCookie } from './sidebar-state.ts';

test('the sidebar is collapsed by default, or as its cookie says', () => {
  expect(isOpenByCookie('')).toBe(false);
  expect(isOpenByCookie('theme=dark; sidebar:state=false')).toBe(false);
  expect(isOpenByCookie('theme=dark; sidebar:state=true')).toBe(true);
  expect(isOpenByCookie('old-sidebar:state=true')).toBe(false);
});
