import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'esbuild';
import { type Frames, frames } from '../measure/browser.ts';

/** Bundles the pages, serves them on a port of their own, and takes times in one browser. */

const here = import.meta.dirname;
export const TREES = ['ours', 'react-d3-tree', 'd3-org-chart', 'xyflow'] as const;
export type Tree = (typeof TREES)[number];

const PAGE = (tree: Tree) => `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/${tree}.css">
<style>body{margin:0}#tree{position:relative;width:1360px;height:600px;overflow:hidden;background:#fcf9f2;touch-action:none}</style>
<div id="tree"></div>
<script>
  window.seen = (selector) => new Promise((found) => {
    const look = () => (document.querySelector(selector) ? found() : setTimeout(look, 0));
    look();
  });
</script>
<script type="module" src="/${tree}.js"></script>`;

export async function servePages(): Promise<{ url: string; close(): void }> {
  const { outputFiles } = await build({
    entryPoints: {
      ours: path.join(here, 'pages/ours.ts'),
      'layout.worker': path.join(here, '../../web/app/network/tree/layout.worker.ts'),
      'react-d3-tree': path.join(here, 'pages/react-d3-tree.jsx'),
      'd3-org-chart': path.join(here, 'pages/d3-org-chart.js'),
      xyflow: path.join(here, 'pages/xyflow.jsx'),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    outdir: '/',
    absWorkingDir: here,
    nodePaths: [path.join(here, 'node_modules')],
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  // The page asks for its worker by the source's name.
  files.set('layout.worker.ts', files.get('layout.worker.js')!);
  const server: Server = createServer((request, response) => {
    const name = path.basename(new URL(request.url!, 'http://x').pathname);
    const file = files.get(name);
    if (file) {
      response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
      response.end(file);
    } else if ((TREES as readonly string[]).includes(name)) {
      response.setHeader('content-type', 'text/html');
      response.end(PAGE(name as Tree));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export interface Times {
  /** Milliseconds from the data to the first painted tree. */
  first: number;
  pan: Frames;
  zoom: Frames;
}

/** A fresh page: draws the tree, then drags and wheels it with the mouse for two seconds each. */
export async function measure(browser: Browser, url: string, tree: Tree, size: number): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 700 } });
  try {
    await page.goto(`${url}/${tree}`, { waitUntil: 'networkidle' });
    const first = await page.evaluate(async (members) => {
      const draw = window.prepare(members);
      await new Promise((rested) => setTimeout(rested, 300));
      const began = performance.now();
      await draw();
      // After the frame that shows it: the callback before a paint, then the task after it.
      await new Promise<void>((painted) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => painted();
          port2.postMessage(null);
        }),
      );
      return performance.now() - began;
    }, size);
    await page.waitForTimeout(500);
    await panToDenseNames(page, tree);
    const pan = await frames(page, () => drag(page));
    await page.waitForTimeout(300);
    const zoom = await frames(page, () => wheel(page));
    return { first, pan, zoom };
  } finally {
    await page.close();
  }
}

const MOVING = 2_000;

/** Most members stand well below the first: 900 pixels down, where names are dense. */
async function panToDenseNames(page: Page, tree: Tree) {
  const speed = tree === 'ours' ? 2 : 1;
  for (let way = 0; way < 900; way += 300 * speed) {
    await page.mouse.move(1300, 560);
    await page.mouse.down();
    await page.mouse.move(1300, 260, { steps: 6 });
    await page.mouse.up();
  }
  await page.waitForTimeout(400);
}

async function drag(page: Page) {
  await page.mouse.move(700, 560);
  await page.mouse.down();
  const until = performance.now() + MOVING;
  for (let step = 0; performance.now() < until; step += 1)
    await page.mouse.move(700 + 260 * Math.sin(step / 25), 560 - 120 * Math.abs(Math.sin(step / 60)));
  await page.mouse.up();
}

async function wheel(page: Page) {
  await page.mouse.move(700, 300);
  const until = performance.now() + MOVING;
  for (let step = 0; performance.now() < until; step += 1) {
    await page.mouse.wheel(0, step % 16 < 8 ? 100 : -100);
    await page.waitForTimeout(25);
  }
}
