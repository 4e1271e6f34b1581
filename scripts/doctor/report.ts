import { styleText } from 'node:util';
import { product } from '#contract/product.ts';
import { type Finding, lightOf } from './finding.ts';

/** For people: a line for each finding, with its cure below. */
export function reportText(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ part, light, text, cure }) => [
    `${styleText(light, light.padEnd(8))}${part.padEnd(10)}${indented(text)}`,
    ...(cure === undefined ? [] : [`${' '.repeat(18)}> ${indented(cure)}`]),
  ]);
  return [...lines, '', sum(findings), ''].join('\n');
}

/** For programs. */
export const reportJson = (findings: readonly Finding[]): string =>
  `${JSON.stringify({ product: product.name, version: product.version, light: lightOf(findings), findings }, null, 2)}\n`;

const indented = (text: string) => text.replaceAll('\n', `\n${' '.repeat(18)}`);

function sum(findings: readonly Finding[]): string {
  const count = (light: Finding['light']) => findings.filter((one) => one.light === light).length;
  if (lightOf(findings) === 'green') return 'Everything is green.';
  return `${count('red')} red, ${count('yellow')} yellow, ${count('green')} green.`;
}
