import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import '#web/styles/forced-colors.css';
import { show } from '#tests/support/screens/component-frame.tsx';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Stars } from '#web/ui/display/stars.tsx';

const emulate = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

beforeEach(() => emulate('active'));
afterEach(() => emulate(''));

function styleOf(selector: string) {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`Nothing matches ${selector}.`);
  return getComputedStyle(element);
}

test('in forced colors a switch that is on and a star that is lit differ from the others', async () => {
  await show(
    <>
      <Switch isSelected onChange={() => undefined}>
        On
      </Switch>
      <Switch isSelected={false} onChange={() => undefined}>
        Off
      </Switch>
      <Stars value={3} label="3 of 5" />
    </>,
  );
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(true);
  const off = styleOf('label:not([data-selected]) > .w-11').backgroundColor;
  await expect.poll(() => styleOf('label[data-selected] > .w-11').backgroundColor).not.toBe(off);
  expect(styleOf('.text-brass > svg').fill).not.toBe(styleOf('.text-rest > svg').fill);
});
