import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { checkRegexRule } from './regex-rule.ts';

function found(source: string): string[] {
  const project = mkdtempSync(path.join(tmpdir(), 'vidik-rule-'));
  mkdirSync(path.join(project, 'server'));
  writeFileSync(path.join(project, 'server', 'a.ts'), source);
  try {
    return checkRegexRule(project);
  } finally {
    rmSync(project, { recursive: true });
  }
}

test.each([
  ['/^\\s*\\ufeff?\\s*</.test(text)', 'quadratic'],
  ["text.replace(/^[A-Z€]+|[A-Z€.]+$/gi, '')", 'quadratic'],
  ['/^(a+)+$/.test(text)', 'exponential'],
  ["new RegExp('\\\\s+$').test(text)", 'quadratic'],
])('%s is found', (source, grows) => {
  expect(found(`export const x = (text: string) => ${source};`).join('\n')).toContain(grows);
});

test.each(['/^[a-z]+@[a-z]+$/.test(text)', 'text.split(/\\r\\n|\\n|\\r/)', '/^\\d{1,9}$/.test(text)'])(
  '%s is let through',
  (source) => expect(found(`export const x = (text: string) => ${source};`)).toEqual([]),
);

test('nothing of ours is slow', () => {
  expect(checkRegexRule(root)).toEqual([]);
});
