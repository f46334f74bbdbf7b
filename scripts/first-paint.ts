import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What `web/app/root.tsx` writes first into every page; the page's styles are put behind it. */
const LAYERS = /(<style>@layer [^<;]+;)(<\/style>)/;
const STYLESHEET = /<link rel="stylesheet" href="([^"#]+)#?"\/>/g;
const MODULE = /<link rel="modulepreload" href="([^"]+)"\/>/g;
/** A file without any other, which the router does not draw. */
const UNAVAILABLE = '503.html';
/** The one inline module of React Router: it imports the page's code and hydrates it. */
const START = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/;

/**
 * Lets a page be drawn with the first answer: its styles stand in the HTML, and its scripts are requested when the first
 * frame is on the screen. The links to the styles stay, because React looks for them when it hydrates the page, but
 * they apply to no medium and hold nothing up.
 */
export async function prepareFirstPaint(website: string): Promise<void> {
  const names = (await readdir(website, { recursive: true })).filter(
    (name) => name.endsWith('.html') && name !== UNAVAILABLE,
  );
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(website, name);
      const html = await readFile(file, 'utf8');
      if (!LAYERS.test(html) || !START.test(html)) throw new Error(`${name} is not built as it used to be.`);
      const sheets = [...html.matchAll(STYLESHEET)].map(([, href]) => path.join(website, href!));
      const styles = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8'))))
        .join('')
        .replaceAll('</', '<\\/');
      const start = await startFile(website, START.exec(html)![2]!);
      const modules = [start, ...[...html.matchAll(MODULE)].map(([, href]) => href!)];
      await writeFile(
        file,
        html
          .replace(LAYERS, (_, open: string, close: string) => open + styles + close)
          .replaceAll(STYLESHEET, (link) => link.replace('/>', ' media="not all"/>'))
          .replaceAll(MODULE, '')
          .replace(START, (_, open: string, _code: string, close: string) => open + starter(modules) + close),
      );
    }),
  );
}

/** Two frames later something has been drawn; a tab in the background draws nothing, so a second is enough. */
const starter = (modules: string[]): string =>
  `let f=${JSON.stringify(modules)},go=()=>{if(!f)return;for(let href of f)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));import(f[0]);f=null};requestAnimationFrame(()=>requestAnimationFrame(go));setTimeout(go,1e3)`;

async function startFile(website: string, code: string): Promise<string> {
  const name = `/assets/start-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  await writeFile(path.join(website, name), code);
  return name;
}
