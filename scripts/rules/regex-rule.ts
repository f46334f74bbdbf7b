import { analyse } from 'scslre';
import { Visitor } from 'vite';
import { isTest, lineOf, parseSource, sourceFilesIn } from './sources.ts';

/**
 * No regular expression takes a time that grows with the square of its text, or worse: whoever sends the text would decide
 * how long the server stands still. Literals and `new RegExp('…')` are analysed; a text put together at run time is not.
 */
export function checkRegexRule(root: string): string[] {
  const slow: string[] = [];
  for (const name of sourceFilesIn(root, ['domain', 'doubles', 'server', 'web'])) {
    if (isTest(name)) continue;
    const { text, program } = parseSource(root, name);
    const checkPattern = (offset: number, source: string, flags: string) => {
      for (const { type, exponential } of analyse({ source, flags }).reports)
        slow.push(
          `${name}:${lineOf(text, offset)}: /${source}/${flags} takes ${exponential ? 'exponential' : 'quadratic'} time (${REASONS[type]})`,
        );
    };
    new Visitor({
      Literal(node) {
        if ('regex' in node) checkPattern(node.start, node.regex.pattern, node.regex.flags);
      },
      NewExpression({ start, callee, arguments: given }) {
        if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
        const [source, flags = ''] = given.map((one) => (one.type === 'Literal' ? one.value : undefined));
        if (typeof source === 'string' && typeof flags === 'string') checkPattern(start, source, flags);
      },
    }).visit(program);
  }
  return slow;
}

const REASONS = {
  Trade: 'two quantifiers can share the same characters',
  Self: 'a repeated part can match the same characters in several ways',
  Move: 'it is tried anew at every character of what it can match',
};
