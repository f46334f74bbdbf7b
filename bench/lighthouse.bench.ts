import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { pages } from '#domain/pages.ts';
import { findOrInstallChromium } from '../scripts/chromium.mjs';
import { run } from '../scripts/setup.mjs';
import { startServer } from './measure/server.ts';
import { type Figure, kilobytes, median } from './measure/table.ts';

const folder = path.join(import.meta.dirname, 'lighthouse');
const MEASURED = ['home', 'usbPackages', 'marketingPackages', 'marketingPackage', 'event'] as const;
const RUNS = 3;
/** The landing page before its film, bytes over the wire. */
const HOME = { all: 350_000, script: 140_000 };

interface Report {
  /** How fast Lighthouse found this machine; below some 1500 it was busy, and blocking times are its neighbours'. */
  environment: { benchmarkIndex: number };
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>;
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items?: object[] } }>;
}
interface Request {
  url: string;
  transferSize: number;
  resourceType: string;
}

/**
 * Lighthouse on the public pages: its simulated mid-range phone on a slow 4G network, three runs each, the median. What
 * it needs is installed beside this file, never with the product.
 */
export default async function lighthouse(): Promise<Figure[]> {
  if (!existsSync(path.join(folder, 'node_modules')) && (await run('npm', ['ci'], { cwd: folder })) !== 0)
    throw new Error('Lighthouse could not be installed.');
  const server = await startServer();
  try {
    const figures: Figure[] = [];
    for (const name of MEASURED) {
      const reports: Report[] = [];
      for (let i = 0; i < RUNS; i++) reports.push(await measure(server.url + pages[name].path));
      figures.push(...figuresOf(pages[name].path, reports));
      if (name === 'home') figures.push(...weights(reports[0]!));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** A busy machine now and then cuts Chromium's recording short, and Lighthouse says so; then once more. */
async function measure(url: string, attempts = 3): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      url,
      '--output=json',
      '--quiet',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: findOrInstallChromium() }, maxBuffer: 100_000_000 },
  ).catch((error: { stdout?: string; message: string }) => {
    if (error.stdout?.startsWith('{')) return { stdout: error.stdout };
    throw new Error(error.message.slice(0, 500));
  });
  const report = JSON.parse(stdout) as Report & { runtimeError?: { message: string } };
  if (!report.runtimeError) return report;
  if (attempts > 1) return measure(url, attempts - 1);
  throw new Error(report.runtimeError.message);
}

function figuresOf(where: string, reports: Report[]): Figure[] {
  const score = (category: keyof Report['categories'], least: number): Figure => {
    const value = Math.round(median(reports.map(({ categories }) => categories[category].score)) * 100);
    return { what: `${where} ${category}`, measured: String(value), target: `≥ ${least}`, met: value >= least };
  };
  const audit = (name: string, title: string, most: number, print: (value: number) => string): Figure => {
    const value = median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
    return { what: `${where} ${title}`, measured: print(value), target: `≤ ${print(most)}`, met: value <= most };
  };
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const machine = Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex)));
  return [
    { ...score('performance', 98), comparison: `machine ${machine}` },
    score('accessibility', 100),
    score('best-practices', 100),
    score('seo', 100),
    audit('largest-contentful-paint', 'LCP', 1800, seconds),
    audit('cumulative-layout-shift', 'CLS', 0.02, (value) => value.toFixed(3)),
    audit('total-blocking-time', 'TBT', 100, (ms) => `${Math.round(ms)} ms`),
  ];
}

/** Films are not counted, and nothing may come from anywhere else. */
function weights(report: Report): Figure[] {
  const requests = (report.audits['network-requests']?.details?.items ?? []) as Request[];
  const origin = new URL(requests[0]!.url).origin;
  const first = requests.filter(({ url }) => !url.includes('/storage/videos/'));
  const sum = (some: Request[]) => some.reduce((total, { transferSize }) => total + transferSize, 0);
  const weight = (what: string, bytes: number, most: number): Figure => ({
    what: `/ ${what}`,
    measured: kilobytes(bytes),
    target: `≤ ${kilobytes(most)}`,
    met: bytes <= most,
  });
  const strangers = requests.filter(({ url }) => /^https?:/.test(url) && !url.startsWith(origin)).length;
  return [
    weight('transferred before the film', sum(first), HOME.all),
    weight('of it JavaScript', sum(first.filter(({ resourceType }) => resourceType === 'Script')), HOME.script),
    { what: '/ requests to other origins', measured: String(strangers), target: '0', met: strangers === 0 },
  ];
}
