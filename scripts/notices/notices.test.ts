import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { company } from '#domain/company.ts';
import { root } from '../setup.mjs';
import { thirdPartyNotices } from './notices.ts';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

// The packages of other platforms are not there to be read.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'THIRD-PARTY-NOTICES.txt names every library and font of a release with its terms; npm run render:notices renews it',
  () => {
    const notices = thirdPartyNotices();
    expect(read('THIRD-PARTY-NOTICES.txt')).toBe(notices);
    expect(notices).not.toMatch(/ unknown$/m);
    for (const name of ['@fontsource-variable/onest', 'react', 'pg', 'sharp', '@img/sharp-libvips-linux-x64'])
      expect(notices, name).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(notices).toContain('SIL OPEN FONT LICENSE');
  },
);

test('the licence is the one that the package names, and its holder the company of the imprint', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({ license: 'MIT' });
  expect(read('LICENSE')).toContain(`MIT License\n\nCopyright (c) 2026 ${company.legalName}\n`);
});
