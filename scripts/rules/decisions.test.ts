import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../../docs/decisions');
const files = readdirSync(folder).filter((name) => /^\d/.test(name));

test('every decision has a number of its own, one form of heading, its date and its status, in lines of at most 140 characters', () => {
  const numbers = files.map((name) => name.slice(0, 3));
  expect(numbers.length).toBe(new Set(numbers).size);
  const problems = files.flatMap((name) => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
    const [title, empty, status] = lines;
    return [
      ...(title!.startsWith(`# ${name.slice(0, 3)} · `) && empty === '' ? [] : [`${name}: heading`]),
      ...(/^\d{4}-\d\d-\d\d · (Accepted|Superseded)/.test(status!) ? [] : [`${name}: date and status`]),
      ...lines.flatMap((line, n) => (line.length > 140 ? [`${name}:${n + 1}: longer than 140 characters`] : [])),
    ];
  });
  expect(problems).toEqual([]);
});

test('a decision that another one supersedes or replaces names it at its head', () => {
  const heads = new Map(files.map((name) => [name.slice(0, 3), headOf(name)]));
  const problems = [...heads].flatMap(([number, head]) =>
    [...head.matchAll(/(?:supersedes|replaces)\b[^.;·]*/gi)]
      .flatMap(([sentence]) => sentence.match(/\b\d{3}\b/g) ?? [])
      .filter((other) => heads.has(other) && !heads.get(other)!.includes(number))
      .map((other) => `${other} does not say that ${number} supersedes it`),
  );
  expect(problems).toEqual([]);
});

/** What stands between the heading of a decision and its context, without the addresses of links. */
function headOf(name: string): string {
  const [head] = readFileSync(path.join(folder, name), 'utf8').split('**Context.**');
  return head!
    .split('\n')
    .slice(2)
    .join(' ')
    .replace(/\]\([^)]*\)/g, ']');
}
