import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// A server that a script or a bench starts for itself, as a process of its own on a directory of its own.

export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-bench-'));
  chmodSync(directory, 0o711);
  return directory;
}

/** Waits for /readyz; answers with the milliseconds it took. */
export async function ready(url: string, child: ChildProcess, limit = 120_000): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < limit) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return performance.now() - began;
    await sleep(5);
  }
  throw new Error('The server did not become ready.');
}

export async function end(child: ChildProcess, directory: string): Promise<void> {
  await terminate(child);
  rmSync(directory, { recursive: true, force: true });
}

export async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
