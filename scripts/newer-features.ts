import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { type ESTree, parseAst, Visitor } from 'vite';
import { supportedBrowsers } from './supported-browsers.ts';

const version = (text: string) => Number.parseFloat(text.replace('≤', ''));

/** Whether every supported browser has the feature. Without a statement there is nothing to say against it. */
function isSupported(statement: CompatStatement | undefined): boolean {
  if (statement === undefined) return true;
  return Object.entries(supportedBrowsers).every(([browser, oldest]) => {
    const support = statement.support[browser as keyof typeof supportedBrowsers] ?? [];
    return [support].flat().some(({ version_added: added, version_removed: removed, flags }) => {
      if (flags !== undefined || added === false || added === 'preview') return false;
      return version(added) <= version(oldest) && !(removed && version(removed) <= version(oldest));
    });
  });
}

function features(node: Identifier | undefined): readonly (readonly [name: string, feature: Identifier])[] {
  const { __compat, ...members } = node ?? {};
  return Object.entries(members);
}

const { builtins } = compat.javascript as { readonly builtins: Identifier };
const owners = new Map([...features(compat.api), ...features(builtins), ...features(builtins.Intl)]);
/** Objects with their members that not every supported browser has: `AbortSignal` → `any`, `Set.prototype` → `union`. */
export const newerMembers = new Map<string, Set<string>>();
export const newerGlobals = new Set<string>();
/** Methods that are missing from everything that has one of this name. */
const newerMethods = new Map<string, string>();
{
  const supported = new Set<string>();
  for (const [owner, feature] of owners) {
    if (!isSupported(feature.__compat)) newerGlobals.add(owner);
    const built: unknown = Reflect.get(globalThis, owner);
    const hasOwn = (name: string) =>
      (typeof built === 'function' || (typeof built === 'object' && built !== null)) &&
      Object.hasOwn(built, name);
    for (const [name, member] of features(feature)) {
      if (/_event$|^@@/.test(name)) continue;
      const plain = name.replace(/_static$/, '');
      const object = plain !== name || hasOwn(name) ? owner : `${owner}.prototype`;
      if (isSupported(member.__compat)) {
        supported.add(plain);
        continue;
      }
      newerMembers.set(object, (newerMembers.get(object) ?? new Set()).add(plain));
      if (owner === 'Window') newerGlobals.add(plain);
      // Who has no such object has none of its methods. Iterators are there without the global of their name.
      const isOutOfReach = newerGlobals.has(owner) && owner !== 'Iterator';
      if (object !== owner && !isOutOfReach) newerMethods.set(plain, `${object}.${plain}`);
    }
  }
  for (const name of supported) newerMethods.delete(name);
}

const nameOf = (node: ESTree.Expression | ESTree.Super): string | undefined =>
  node.type === 'Identifier' ? node.name : undefined;
const isGlobal = (name: string | undefined): boolean => /^(window|globalThis|self)$/.test(name ?? '');
const makesIterator = (node: ESTree.Expression | ESTree.Super): boolean =>
  node.type === 'CallExpression' &&
  node.arguments.length === 0 &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  /^(values|keys|entries)$/.test(node.callee.property.name);

/**
 * The functions and the syntax in a script that a supported browser does not have. It knows the type of an object only
 * where that is written beside its name. Functions called with `?.` are there only for browsers that have them.
 */
export function newerInScript(code: string): ReadonlySet<string> {
  const found = new Set<string>();
  const program = parseAst(code);
  const made: { readonly name: string; readonly type: string; readonly within: ESTree.Span }[] = [];
  const functions: ESTree.Span[] = [program];
  const enter = (node: ESTree.Span) => {
    functions.push(node);
  };
  const leave = () => {
    functions.pop();
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    VariableDeclarator({ id, init }) {
      const type = init?.type === 'NewExpression' ? nameOf(init.callee) : undefined;
      if (id.type === 'Identifier' && type !== undefined && newerMembers.has(`${type}.prototype`))
        made.push({ name: id.name, type: `${type}.prototype`, within: functions.at(-1) ?? program });
    },
  }).visit(program);
  const typeOf = (owner: string, { start, end }: ESTree.Span): string =>
    made.find(({ name, within }) => name === owner && within.start <= start && end <= within.end)?.type ??
    owner;
  const call = ({ callee, optional = false }: { callee: ESTree.Expression; optional?: boolean }) => {
    const name = nameOf(callee);
    if (name !== undefined && newerGlobals.has(name)) found.add(name);
    if (optional || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    if (callee.computed) return;
    const method = callee.property.name;
    const newer = newerMethods.get(method);
    if (newer !== undefined) found.add(newer);
    if (isGlobal(nameOf(callee.object)) && newerGlobals.has(method)) found.add(method);
    if (makesIterator(callee.object) && newerMembers.get('Iterator.prototype')?.has(method))
      found.add(`Iterator.prototype.${method}`);
  };
  new Visitor({
    CallExpression: call,
    NewExpression(node) {
      call(node);
      const flags = nameOf(node.callee) === 'RegExp' ? node.arguments[1] : undefined;
      if (flags?.type === 'Literal' && String(flags.value).includes('v'))
        found.add('regular expression flag v');
    },
    MemberExpression(node) {
      const { object, property, computed } = node;
      const owner = nameOf(object);
      if (owner === undefined || computed || property.type !== 'Identifier') return;
      if (newerGlobals.has(owner)) found.add(owner);
      const type = typeOf(owner, node);
      if (newerMembers.get(type)?.has(property.name)) found.add(`${type}.${property.name}`);
    },
    Literal(node) {
      if (!('regex' in node)) return;
      if (node.regex.flags.includes('v')) found.add('regular expression flag v');
      if (/\(\?[a-z]*-?[a-z]+:/.test(node.regex.pattern)) found.add('regular expression modifiers');
    },
    ImportDeclaration({ attributes }) {
      if (attributes.length > 0) found.add('import attributes');
    },
  }).visit(program);
  return found;
}

/** The functions of values, such as `color-mix`, by whether all supported browsers have them. */
const valueFunctions = new Map<string, boolean>();
const listFunctions = (node: Identifier | undefined): void => {
  for (const [name, feature] of features(node)) {
    if (feature.__compat)
      valueFunctions.set(name, (valueFunctions.get(name) ?? false) || isSupported(feature.__compat));
    listFunctions(feature);
  }
};
listFunctions(compat.css.types);

/** What a style sheet as built says that a supported browser does not know. Each browser skips such a rule as a whole. */
export function newerInStyles(css: string): ReadonlySet<string> {
  const found = new Set<string>();
  const { properties = {}, selectors = {}, 'at-rules': atRules = {} } = compat.css;
  // A prefixed name is meant for one browser.
  const note = (feature: Identifier | undefined, name: string) => {
    if (!isSupported(feature?.__compat) && !/^:?-/.test(name)) found.add(name);
  };
  const plain = css.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'|\/\*.*?\*\//gs, '');
  for (const [, text = '', end] of plain.matchAll(/([^;{}]+)([;{}])/g)) {
    const [, atRule] = /^\s*@([\w-]+)/.exec(text) ?? [];
    if (atRule !== undefined) {
      note(atRules[atRule], `@${atRule}`);
      for (const [, name = ''] of text.matchAll(/\(([\w-]+)/g))
        note(atRules[atRule]?.[name], `@${atRule} (${name})`);
    } else if (end === '{') {
      for (const [, name = '', inside = ''] of text.matchAll(/::?([\w-]+)(?=(\((?:[^()]|\([^()]*\))*\))?)/g))
        note(selectors[name], `:${name}${inside}`);
      if (/(^|[^\w-])&/.test(text)) note(selectors.nesting, 'nesting');
    } else {
      const [, name = '', value = ''] = /^\s*([\w-]+):(.*)$/s.exec(text) ?? [];
      note(properties[name], name);
      for (const [word] of found.has(name) ? [] : value.matchAll(/[\w-]+/g))
        note(properties[name]?.[word], `${name}: ${word}`);
      for (const [, word = ''] of value.matchAll(/([a-z-]+)\(/g))
        if (valueFunctions.get(word) === false) found.add(`${word}()`);
    }
  }
  return found;
}
