import { expect, test } from 'vitest';
import { isOpenByCookie } from './sidebar-state.ts';

test('the sidebar is collapsed without its cookie and otherwise as the cookie says', () => {
  expect(isOpenByCookie('')).toBe(false);
  expect(isOpenByCookie('theme=dark; sidebar:state=false')).toBe(false);
  expect(isOpenByCookie('theme=dark; sidebar:state=true')).toBe(true);
  expect(isOpenByCookie('old-sidebar:state=true')).toBe(false);
});
