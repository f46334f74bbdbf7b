import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { drawings } from './drawings.ts';
import { outlineText } from './outlines.ts';

/**
 * `npm run render:illustrations`: writes web/app/ui/art/*.svg, the pictures of the site. The results are committed.
 */
const OUT = path.resolve('web/app/ui/art');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(path.join(OUT, 'pictograms'), { recursive: true });
for (const [name, { width, height, body, crop }] of Object.entries(drawings)) {
  const viewBox = crop ?? `0 0 ${width} ${height}`;
  const svg = tightened(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${await outlineText(body)}</svg>`,
  );
  writeFileSync(path.join(OUT, `${name}.svg`), svg);
  console.log(
    `${name}.svg`.padEnd(24),
    `${svg.length} bytes`.padStart(14),
    `${gzipSync(svg).length} gzipped`.padStart(16),
  );
}

/** What drawing by program leaves behind: line breaks between elements, attributes that say nothing. */
function tightened(svg: string): string {
  return svg
    .replace(/>\s+</g, '><')
    .replace(/ stroke-opacity="1"| opacity="1"| class=""/g, '')
    .replace(/\s+\/>/g, '/>');
}
