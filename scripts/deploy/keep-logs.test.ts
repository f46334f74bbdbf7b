import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'vidik-logs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const DAY_SECONDS = 24 * 3600;

const LINES = [
  '203.0.113.77 - - [26/Nov/2026:05:33:39 +0100] "GET /usb-packages HTTP/2.0" 200 512',
  '2001:db8:1:2:3:4:5:6 - - [26/Nov/2026:05:33:39 +0100] "GET / HTTP/2.0" 200 512',
  '2001:db8::7 - - [26/Nov/2026:05:33:39 +0100] "GET / HTTP/2.0" 200 512 "198.51.100.9, 10.0.0.1"',
  '{"time":"2026-11-26T05:33:39.120Z","ip":"2001:db8:1:2::3"} 05:33:39 took 1.25',
].join('\n');
const MASKED = [
  '203.0.113.0 - - [26/Nov/2026:05:33:39 +0100] "GET /usb-packages HTTP/2.0" 200 512',
  '2001:db8:1:: - - [26/Nov/2026:05:33:39 +0100] "GET / HTTP/2.0" 200 512',
  '2001:db8:: - - [26/Nov/2026:05:33:39 +0100] "GET / HTTP/2.0" 200 512 "198.51.100.0, 10.0.0.0"',
  '{"time":"2026-11-26T05:33:39.120Z","ip":"2001:db8:1::"} 05:33:39 took 1.25',
].join('\n');

function keep(name: string, daysAgo: number, content: string | Buffer = LINES): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  const at = Math.floor(Date.now() / 1000) - daysAgo * DAY_SECONDS - 60;
  utimesSync(file, at, at);
  return file;
}
const run = (env: Record<string, string> = {}) =>
  execFileSync(path.resolve('deploy/log/keep-logs.sh'), [folder], { env: { PATH: process.env.PATH!, ...env } });

test('addresses in logs are shortened after a week, and logs go after LOG_DAYS', () => {
  const today = keep('access.log', 0);
  const recent = keep('access.log-20261120', 6);
  const week = keep('access.log-20261119', 7);
  const packed = keep('access.log-20261110.gz', 16, gzipSync(LINES));
  const old = keep('access.log-20260828', 90);
  const foreign = keep('notes.txt', 400);
  const before = statSync(packed).mtimeMs;

  run();
  expect([today, recent].map((file) => readFileSync(file, 'utf8'))).toEqual([LINES, LINES]);
  expect(readFileSync(week, 'utf8')).toBe(MASKED);
  expect(gunzipSync(readFileSync(packed)).toString()).toBe(MASKED);
  expect(statSync(packed).mtimeMs).toBe(before);
  expect([old, foreign].map((file) => existsSync(file))).toEqual([false, true]);

  run({ LOG_DAYS: '10' });
  expect(readFileSync(week, 'utf8')).toBe(MASKED);
  expect(existsSync(packed)).toBe(false);
});

test('where the proxy keeps no logs in a folder of its own, the nightly service has nothing to do and does not fail', () => {
  const log = keep('other.log-20261119', 7);
  execFileSync(path.resolve('deploy/log/keep-logs.sh'), [path.join(folder, 'nginx'), folder]);
  expect(readFileSync(log, 'utf8')).toBe(MASKED);
});

test('the service keeps logs for LOG_DAYS of the server’s settings, and 90 days where they do not say', () => {
  const unit = readFileSync(path.resolve('deploy/log/vidik-logs.service'), 'utf8').split('\n');
  const [own, settings] = ['Environment=LOG_DAYS=90', 'EnvironmentFile=-/etc/vidik/vidik.env'].map((line) =>
    unit.indexOf(line),
  );
  expect(own).toBeGreaterThan(0);
  expect(settings, 'systemd lets the file win').toBeGreaterThan(0);
  expect(unit, 'the journal too').toContainEqual(
    expect.stringMatching(/^ExecStart=-\/usr\/bin\/journalctl --namespace=vidik --vacuum-time=\$\{LOG_DAYS\}d$/),
  );
});
