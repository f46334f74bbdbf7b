import { chmodSync, mkdirSync, rmSync } from 'node:fs';

/** The built server on a data directory of its own, which is gone afterwards. Started by playwright.config.ts. */

const dataDir = process.env.DATA_DIR;
if (!dataDir) throw new Error('DATA_DIR is not set.');
mkdirSync(dataDir, { recursive: true });
chmodSync(dataDir, 0o711);
// The server forks this program for heavy jobs (server/start/heavy-process.ts); such a process ends earlier and removes nothing.
const isForked = process.send !== undefined;
if (!isForked) process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
await import(new URL('../build/node/main.js', import.meta.url).href);
