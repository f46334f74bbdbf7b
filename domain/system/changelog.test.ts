import { expect, test } from 'vitest';
import { notesOf } from './changelog.ts';

const CHANGELOG = `# Changelog

What an operator notices.

## [Unreleased]

### Added

- Not shipped yet.

## [1.1.0] - 2027-02-01

Migrates in **two** steps, as [the guide](docs/upgrade.md) says.

### Added

- \`vidik doctor\` looks at certificates, so that
  none ends unseen ([decision 210](docs/decisions/210.md)).
- A second line.

### Fixed

- Nothing is said twice.

## 1.0.0

- The first.
`;

test('a release says what it brought itself, in whole sentences and without the marks of its file', () => {
  expect(notesOf(CHANGELOG, '1.1.0')).toEqual({
    title: '1.1.0 - 2027-02-01',
    groups: [
      { title: '', lines: ['Migrates in two steps, as the guide says.'] },
      {
        title: 'Added',
        lines: ['`vidik doctor` looks at certificates, so that none ends unseen (decision 210).', 'A second line.'],
      },
      { title: 'Fixed', lines: ['Nothing is said twice.'] },
    ],
  });
  expect(notesOf(CHANGELOG, '1.0.0')).toEqual({ title: '1.0.0', groups: [{ title: '', lines: ['The first.'] }] });
});

test('a release without a section of its own says what the newest says, and no changelog is nothing', () => {
  expect(notesOf(CHANGELOG, '1.2.0')).toEqual({
    title: 'Unreleased',
    groups: [{ title: 'Added', lines: ['Not shipped yet.'] }],
  });
  expect(notesOf('', '1.0.0')).toBeNull();
});
