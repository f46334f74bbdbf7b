import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';

/**
 * `npm run render:fonts`: cuts our two type families (OFL) down to what Serbian in Latin script and the design's weights
 * need, from 252 kB to about 55 kB. The results are committed; every other letter still comes from the whole files,
 * downloaded only when a page contains one (web/app/ui/styles/fonts.css). The display family also as the one weight and width that
 * papers have, uncompressed (server/documents/paper/fonts.ts).
 */
const FILES = 'node_modules/@fontsource-variable';
const OUT = path.resolve('web/app/ui/styles/fonts');

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const SIGNS = '\u00a0€„“”‘’–—·×©°…•';
const SERBIAN = 'čćžšđČĆŽŠĐ';

const families: { family: string; axes: string; limits: Record<string, { min: number; max: number }> }[] = [
  { family: 'science-gothic', axes: 'wdth', limits: { wdth: { min: 74, max: 112 }, wght: { min: 540, max: 700 } } },
  { family: 'onest', axes: 'wght', limits: { wght: { min: 400, max: 700 } } },
];

mkdirSync(OUT, { recursive: true });
for (const { family, axes, limits } of families) {
  for (const [script, letters] of [
    ['latin', ASCII + SIGNS],
    ['latin-ext', SERBIAN],
  ]) {
    const whole = readFileSync(path.resolve(FILES, family, 'files', `${family}-${script}-${axes}-normal.woff2`));
    const cut = await subsetFont(whole, letters!, { targetFormat: 'woff2', variationAxes: limits });
    const name = `${family}-${script === 'latin' ? 'latin' : 'serbian'}.woff2`;
    writeFileSync(path.join(OUT, name), cut);
    console.log(`${name}: ${whole.length} → ${cut.length} bytes`);
  }
}

const PAPER = path.resolve('server/documents/fonts');
mkdirSync(PAPER, { recursive: true });
for (const [script, letters] of [
  ['latin', ASCII + SIGNS],
  ['latin-ext', SERBIAN],
]) {
  const whole = readFileSync(path.resolve(FILES, 'science-gothic/files', `science-gothic-${script}-wdth-normal.woff2`));
  const one = { wdth: { min: 78, max: 78 }, wght: { min: 620, max: 620 } };
  const cut = await subsetFont(whole, letters!, { targetFormat: 'sfnt', variationAxes: one });
  const name = `science-gothic-${script === 'latin' ? 'latin' : 'serbian'}.ttf`;
  writeFileSync(path.join(PAPER, name), cut);
  console.log(`${name}: ${cut.length} bytes`);
}
