import { readFileSync } from 'node:fs';
import { company } from '../../domain/company.ts';
import { withNonBreakingSpaces } from '../../domain/typography.ts';
import { copy } from './copy.ts';

const font = (file: string) => readFileSync(`node_modules/@fontsource-variable/${file}`).toString('base64');
const face = (family: string, file: string, range: string) =>
  `@font-face{font-family:'${family}';font-weight:100 900;font-stretch:50% 200%;src:url(data:font/woff2;base64,${font(file)}) format('woff2');unicode-range:${range}}`;
const LATIN = 'U+0000-00FF,U+2000-206F,U+20AC';
const EXTENDED = 'U+0100-02BA';
const faces = [
  face('Display', 'science-gothic/files/science-gothic-latin-wdth-normal.woff2', LATIN),
  face('Display', 'science-gothic/files/science-gothic-latin-ext-wdth-normal.woff2', EXTENDED),
  face('Text', 'onest/files/onest-latin-wght-normal.woff2', LATIN),
  face('Text', 'onest/files/onest-latin-ext-wght-normal.woff2', EXTENDED),
].join('');

const style = `
@page { size: A4; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
body { font: 400 11.5pt/1.5 Text; color: #0f1a24; word-spacing: .045em; -webkit-print-color-adjust: exact }
section { width: 210mm; height: 297mm; padding: 17mm 18mm 14mm; page-break-after: always; display: flex; flex-direction: column; gap: 6mm; background: #f4eee2; position: relative }
section:last-child { page-break-after: auto }
section::before { content: ''; position: absolute; inset: 0 0 auto; height: 2.4mm; background: linear-gradient(90deg, #ffc51f 0 16.67%, #1fb2c1 0 33.33%, #35a35c 0 50%, #cb4a9a 0 66.67%, #de4430 0 83.33%, #2f50cf 0) }
h1, h2 { font-family: Display; font-stretch: 78%; font-weight: 620; letter-spacing: -.03em; line-height: 1; word-spacing: 0 }
h1 { font-size: 34pt; max-width: 12em; text-wrap: balance } h2 { font-size: 22pt }
.lead { font-size: 13pt; line-height: 1.42; max-width: 34em }
.logo { width: 26mm }
img { display: block; width: 100%; border: .5mm solid #0f1a24 }
ul { list-style: none } li { padding: 2.1mm 0 2.1mm 7mm; border-top: .2mm solid #cbc1ad; position: relative }
li::before { content: ''; position: absolute; left: 0; top: 4mm; width: 2.4mm; height: 2.4mm; background: #0f1a24 }
.check li::before { background: none; border: .4mm solid #0f1a24; width: 3.2mm; height: 3.2mm; top: 3.5mm }
dl { display: grid; grid-template-columns: 62mm 1fr } dt, dd { border-top: .2mm solid #cbc1ad; padding: 2.1mm 4mm 2.1mm 0 } dt { font-weight: 600 }
footer { margin-top: auto; display: flex; justify-content: space-between; font-size: 8.5pt; color: #565b57 }`;

/** Four pages for whoever prepares the advert; the pictures are the archive's own. */
export function brief(pictures: Record<'lBanner' | 'spot' | 'qr', string>): string {
  const { title, lead, inArchive, files, lBanner, spot, qr, check, send, page } = copy.brief;
  const list = (points: string[], kind = '') =>
    `<ul class="${kind}">${points.map((point) => `<li>${withNonBreakingSpaces(point)}</li>`).join('')}</ul>`;
  const part = ({ title, points }: typeof lBanner, picture: string) =>
    `<h2>${title}</h2><img src="data:image/png;base64,${picture}">${list(points)}`;
  const pages = [
    `<div class="logo">${readFileSync('web/app/ui/art/logo.svg', 'utf8')}</div><h1>${title}</h1><p class="lead">${withNonBreakingSpaces(lead)}</p>
     <h2>${inArchive}</h2><dl>${files.map(([name, what]) => `<dt>${name}</dt><dd>${withNonBreakingSpaces(what ?? '')}</dd>`).join('')}</dl>
     <h2>${check.title}</h2>${list(check.points, 'check')}<p><b>${send} ${company.email}.</b></p>`,
    part(lBanner, pictures.lBanner),
    part(spot, pictures.spot),
    part(qr, pictures.qr),
  ];
  const sections = pages.map(
    (body, i) =>
      `<section>${body}<footer><span>${company.brand} · ${page}</span><span>${i + 1} / ${pages.length}</span></footer></section>`,
  );
  return `<!doctype html><html lang="sr-Latn"><meta charset="utf-8"><title>${title}</title><style>${faces}${style}</style>${sections.join('')}`;
}
