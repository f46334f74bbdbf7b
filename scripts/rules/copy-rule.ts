import { Visitor } from 'vite';
import { isTest, lineOf, parseSource, sourceFilesIn } from './sources.ts';

/**
 * Serbian has one address per domain, `copy.ts`. Elsewhere in the web and the server there are neither letters between
 * tags, nor words in the attributes people read or hear, nor letters that only Serbian has.
 */
export function checkCopyRule(root: string): string[] {
  const stray: string[] = [];
  for (const name of sourceFilesIn(root, ['web', 'server', 'doubles'])) {
    if (isTest(name) || name.endsWith('/copy.ts') || name.startsWith('server/seed/')) continue;
    const { text, program } = parseSource(root, name);
    const report = (offset: number, words: string) =>
      stray.push(
        `${name}:${lineOf(text, offset)}: "${words.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}" belongs in copy.ts`,
      );

    for (const match of text.matchAll(/[^\s'"`<>]*[čćžšđ][^\s'"`<>]*/gi)) report(match.index, match[0]);
    const checkText = (node: { start: number; value: unknown }) => {
      if (typeof node.value === 'string' && /\p{L}/u.test(withoutEntities(node.value)) && !/[čćžšđ]/i.test(node.value))
        report(node.start, node.value);
    };
    /** Where expressions of attributes begin: they are judged by their attribute, not as text. */
    const attributes = new Set<number>();
    new Visitor({
      JSXText: checkText,
      JSXExpressionContainer({ expression }) {
        if (!attributes.has(expression.start)) for (const literal of literalsIn(expression)) checkText(literal);
      },
      JSXAttribute({ name: attribute, value }) {
        if (value?.type === 'JSXExpressionContainer') attributes.add(value.expression.start);
        if (!READ_BY_PEOPLE.has(String(attribute.name))) return;
        if (value?.type === 'Literal') checkText(value);
        else if (value?.type === 'JSXExpressionContainer')
          for (const literal of literalsIn(value.expression)) checkText(literal);
      },
    }).visit(program);
  }
  return stray;
}

const READ_BY_PEOPLE = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title']);

/** `&nbsp;` is a space, not a word. */
const withoutEntities = (text: string): string => text.replaceAll(/&#?\w+;/g, '');

interface Expression {
  type: string;
  start: number;
  value?: unknown;
  [part: string]: unknown;
}

/** Texts an expression may put on the screen as it stands: `'a'`, `` `a` ``, `x ? 'a' : 'b'`, `x && 'a'`. */
function literalsIn(expression: unknown): { start: number; value: unknown }[] {
  const node = expression as Expression;
  if (node.type === 'Literal') return [{ start: node.start, value: node.value }];
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { start: number; value: { cooked: string } }[]).map((part) => ({
      start: part.start,
      value: part.value.cooked,
    }));
  if (node.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
  if (node.type === 'LogicalExpression') return [...literalsIn(node.left), ...literalsIn(node.right)];
  return [];
}
