import { expect, test } from 'vitest';
import { adoptPageSettings } from '../platform/process/release.ts';
import { help, readCommandLine } from './command-line.ts';

test('what is typed behind vidik is a command with what it takes, or one sentence says what it is', () => {
  expect(readCommandLine([])).toEqual({ kind: 'command', name: 'start', args: [] });
  expect(readCommandLine(['restore', 'a.tar.gz'])).toEqual({ kind: 'command', name: 'restore', args: ['a.tar.gz'] });
  expect(readCommandLine(['resume', '--documents=none', '--mails=drop'])).toMatchObject({
    args: ['--documents=none', '--mails=drop'],
  });
  const decided = ['--documents=none', '--payouts=checked', '--jobs=leave', '--mails=drop'];
  expect(readCommandLine(['resume', ...decided]), 'all that it may ask').toMatchObject({ args: decided });
  expect(readCommandLine(['resume', '--', '--documents=none']), 'as npm run has it').toMatchObject({
    args: ['--documents=none'],
  });
  expect(readCommandLine(['restore'])).toEqual({
    kind: 'wrong',
    message: 'It is: vidik restore ARCHIVE [--without-sealing-key]',
  });
  expect(readCommandLine(['backup', 'a', 'b'])).toEqual({ kind: 'wrong', message: 'It is: vidik backup [FOLDER]' });
  expect(readCommandLine(['start', 'now'])).toEqual({ kind: 'wrong', message: 'It is: vidik start' });
  for (const word of ['stop', 'constructor', '__proto__', ''])
    expect(readCommandLine([word])).toEqual({
      kind: 'wrong',
      message: `There is no command ${word}. vidik --help lists them.`,
    });
  for (const typed of [['--help'], ['-h'], ['help'], ['restore', '--help']])
    expect(readCommandLine(typed)).toEqual({ kind: 'help' });
  expect(readCommandLine(['--version'])).toEqual({ kind: 'version' });
  for (const name of [
    'start',
    'worker',
    'backup',
    'backup-check',
    'restore',
    'resume',
    'doctor',
    'rotate-keys',
    'rescue-owner',
  ])
    expect(help()).toMatch(new RegExp(`^  vidik ${name}\\b`, 'm'));
});

test('an archive gives the server the settings that stand in its pages, and takes no others', () => {
  const pages = {
    names: '^(EVENT_(?!REHEARSAL_DAY)|COMPANY_)',
    values: { COMPANY_BRAND: 'Prodavnica', PUBLIC_URL: 'https://prodavnica.example' },
  };
  const env: Record<string, string | undefined> = { PORT: '4000', EVENT_REHEARSAL_DAY: '2027-09-19' };
  expect(adoptPageSettings({ pages }, env)).toEqual([]);
  expect(env).toMatchObject({ COMPANY_BRAND: 'Prodavnica', PUBLIC_URL: 'https://prodavnica.example', PORT: '4000' });
  expect(adoptPageSettings({ pages }, { PUBLIC_URL: 'http://localhost:3000' }), 'it is tried on one machine').toEqual(
    [],
  );
  expect(
    adoptPageSettings({ pages }, { COMPANY_BRAND: 'Druga', EVENT_YEAR: '2028', PUBLIC_URL: 'https://druga.example' }),
  ).toEqual([
    '  COMPANY_BRAND: Druga, and the archive was made with Prodavnica',
    '  EVENT_YEAR: 2028, and the archive was made without it',
    '  PUBLIC_URL: https://druga.example, and the archive was made with https://prodavnica.example',
  ]);
});
