import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { all, codeTextOf } from '../../scripts/rules/markdown.ts';
import { root } from '../../scripts/setup.mjs';
import { settingNames } from '../config.ts';
import { readCommandLine } from './command-line.ts';
import { companyNames } from './doctor/names.ts';

/** What a manual of operators names is there: commands, units, settings; scripts/rules/docs.test.ts looks for the rest. */

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const MANUALS = ['docs/operations.md', 'docs/upgrade.md'];
const isCommand = (word: string) => [[word], [word, 'x']].some((typed) => readCommandLine(typed).kind !== 'wrong');

test.each(MANUALS)('every command in %s is one that there is', (name) => {
  const lines = codeTextOf(read(name));
  const ofVidik = lines
    .flatMap((line) => all(line, /^(?:(?:[A-Z_]+=\S+ )*\/opt\/vidik\/)?vidik ((?:--)?[a-z][a-z-]*)/g))
    .filter((word) => !['…'].includes(word));
  expect(ofVidik.length).toBeGreaterThan(3);
  expect(ofVidik.filter((word) => !isCommand(word))).toEqual([]);
});

test('a unit that an upgrade brings loses what the first start took out of it, and is read anew', () => {
  const [first, upgrade] = MANUALS.map((name) => codeTextOf(read(name))) as [string[], string[]];
  const takenOut = first.filter((line) => /^sed -i \S+ \/etc\/systemd\/system\//.test(line));
  expect(takenOut).toHaveLength(1);
  const copied = upgrade.findIndex((line) =>
    line.endsWith(' cp vidik.service vidik-worker.service /etc/systemd/system/'),
  );
  expect(copied).toBeGreaterThanOrEqual(0);
  expect(upgrade.slice(copied + 1, copied + 3)).toEqual([...takenOut, 'systemctl daemon-reload']);
});

test('what is typed for containers is there, and an upgrade takes one container after the other', () => {
  const compose = read('deploy/docker/compose.yaml');
  const services = all(
    compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:')),
    /^ {2}([a-z]+):/gm,
  );
  const typed = MANUALS.flatMap((name) => codeTextOf(read(name)));
  const OPTIONS = String.raw`(?:-\S+ (?:HUP |\d+ |[A-Z]+=\S+ |"\S+" )?)*`;
  const named = (calls: string) => new RegExp(`docker compose (?:-f \\S+ )?(?:${calls}) ${OPTIONS}([a-z]+)\\b`, 'g');
  const inUse = typed.flatMap((line) => all(line, named('up|run|restart|logs|kill|cp')));
  expect(inUse).toEqual(expect.arrayContaining(['one', 'two', 'worker', 'proxy']));
  expect(inUse.filter((name) => !services.includes(name))).toEqual([]);

  const commands = typed.flatMap((line) => all(line, /docker compose run .* worker ([a-z-]+)/g));
  expect(commands).toEqual(expect.arrayContaining(['backup', 'backup-check', 'doctor', 'restore', 'resume']));
  expect(commands.filter((word) => !isCommand(word))).toEqual([]);

  const upgraded = codeTextOf(read('docs/upgrade.md')).flatMap((line) =>
    all(line, /^docker compose up --wait --no-deps (.+)$/g),
  );
  expect(upgraded).toEqual(['one', 'two', 'worker']);
});

test('programs of PostgreSQL are typed as Debian has them, and name their database', () => {
  const typed = [...MANUALS, 'deploy/cluster/README.md'].flatMap((name) => codeTextOf(read(name)));
  const ctl = typed.flatMap((line) => all(line, /(\S*)pg_ctl\b/g));
  const dumps = typed.flatMap((line) => all(line, /pg_dump\b(.*)/g));
  expect([ctl.length, dumps.length]).toEqual([2, 1]);
  expect(ctl.filter((folder) => folder !== '/usr/lib/postgresql/15/bin/')).toEqual([]);
  expect(dumps.filter((line) => !line.includes(' -d '))).toEqual([]);
});

test('files that are copied from the folder of units lie there', () => {
  const block = codeTextOf(read('docs/operations.md'));
  const copied = block
    .flatMap((line) => all(line, /^cp ((?:vidik\.|vidik-)\S+(?: vidik\S+)*)/g))
    .join(' ')
    .split(' ');
  expect(copied).toContain('vidik.tmpfiles');
  expect(copied.filter((file) => file !== '' && !existsSync(path.join(root, 'deploy/systemd', file)))).toEqual([]);
});

test('every setting is in the table of settings, and the table names no other', () => {
  const manual = read('docs/operations.md');
  const table = manual.slice(manual.indexOf('## Settings'), manual.indexOf('## Watching it'));
  const rows = all(table, /^\| (`[A-Z].*?) \|/gm).flatMap((cell) => all(cell, /`([A-Z][A-Z_*]+)`/g));
  const isNamed = (setting: string) =>
    table.includes(`\`${setting}\``) || rows.some((row) => row.endsWith('*') && setting.startsWith(row.slice(0, -1)));
  expect(rows.length).toBeGreaterThan(40);
  const settings = [...settingNames, ...companyNames];
  expect(rows.filter((row) => !row.endsWith('*') && !settings.includes(row))).toEqual([]);
  expect(settings.filter((setting) => !isNamed(setting))).toEqual([]);
  expect(
    companyNames.filter((name) => !rows.includes(name)),
    'who we are has rows of its own',
  ).toEqual([]);
});

test('what the nightly proofs say in the log is among the lines that need a person', () => {
  const manual = read('docs/operations.md');
  const proofs = readdirSync(path.join(root, 'server'))
    .map((domain) => `server/${domain}/prove.ts`)
    .filter((file) => existsSync(path.join(root, file)));
  const said = [...proofs, 'server/platform/day-totals.ts'].flatMap((file) =>
    all(read(file), /log\.error\(\{[^}]*\}, '([^']+)'\)/g),
  );
  expect(said.length).toBeGreaterThan(4);
  expect(said.filter((line) => !manual.includes(`\`${line}\``))).toEqual([]);
});
