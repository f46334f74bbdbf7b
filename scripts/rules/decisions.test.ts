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
