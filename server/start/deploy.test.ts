import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import { MOST_ELSEWHERE } from '#domain/playout/tv-settings.ts';
import { all } from '../../scripts/rules/markdown.ts';
import { root } from '../../scripts/setup.mjs';
import { settingNames } from '../config.ts';
import { SECRETS } from '../platform/process/secret-files.ts';

const read = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');
const units = readdirSync(path.join(root, 'deploy', 'systemd')).map((name) => read(`systemd/${name}`));
const files = [...units, read('docker/compose.yaml'), read('docker/Dockerfile')];

test('what is shipped for service managers and containers names settings that there are', () => {
  const known = new Set<string>([
    ...settingNames,
    ...SECRETS.map((name) => `${name}_FILE`),
    'NODE_COMPILE_CACHE',
    'VIDIK_ETC',
    'TMPDIR',
    'HOME',
  ]);
  const ofOthers = /^POSTGRES_/;
  const named = files.flatMap((text) =>
    [...text.matchAll(/(?:^|[\s{=])([A-Z][A-Z_]{3,})[=:](?!\/\/)/gm)].map(([, name]) => name!),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name) && !ofOthers.test(name))).toEqual([]);
});

test('a secret is handed over as a file, never as a variable', () => {
  for (const text of files)
    for (const name of SECRETS) expect(text).not.toMatch(new RegExp(`(^|[\\s{])${name}[=:]`, 'm'));
});

test('a folder that the shipped settings name is made, and the services may write there', () => {
  const named = [...read('systemd/vidik.env').matchAll(/^[A-Z_]+=(\/.*)$/gm)].map(([, folder]) => folder!);
  expect(named).toEqual(['/var/backups/vidik']);
  for (const folder of named) {
    expect(read('systemd/vidik.tmpfiles')).toMatch(new RegExp(`^d ${folder} 0700 vidik vidik`, 'm'));
    for (const unit of ['vidik', 'vidik-worker'])
      expect(read(`systemd/${unit}.service`)).toMatch(new RegExp(`^ReadWritePaths=-${folder}$`, 'm'));
  }
});

test('containers log to a journal, which forgets by time', () => {
  const [, shared] = /^x-vidik: &vidik\n((?: {2}.*\n)+)/m.exec(read('docker/compose.yaml'))!;
  expect(shared).toMatch(/^ {2}logging: \{ driver: journald \}$/m);
  expect(read('docker/compose.yaml').match(/^ {2,4}(?:(one|two): \{ )?<<: \*vidik\b/gm)).toHaveLength(3);
});

test('a container that is made anew has the name of the one before it', () => {
  const compose = read('docker/compose.yaml');
  for (const name of ['one', 'two']) expect(compose).toContain(`\n  ${name}: { <<: *vidik, hostname: ${name} }\n`);
  expect(compose).toContain('\n  worker:\n    <<: *vidik\n    hostname: worker\n');
});

test.runIf(process.platform === 'linux')('what containers need beside them is written as the manual says', () => {
  const manual = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const [, made] = /^(sed '.*') \.\.\/haproxy\/vidik\.cfg > haproxy\.cfg$/m.exec(manual)!;
  const proxy = execFileSync('sh', ['-c', `${made} deploy/haproxy/vidik.cfg`], { cwd: root, encoding: 'utf8' });
  expect(proxy.match(/^ {2}server (one|two) \1:3000 resolvers docker init-addr libc,none$/gm)).toHaveLength(4);
  expect(proxy).not.toContain('127.0.0.1');
  expect(proxy).toContain('\n  server certbot host.docker.internal:8888\n');
  expect(read('docker/compose.yaml')).toContain("extra_hosts: ['host.docker.internal:host-gateway']");

  const [, user] = /--uid (\d+)/.exec(read('docker/runtime.sh'))!;
  expect(manual).toContain(`chown ${user} secrets/*`);
});

test('nginx lets through the largest body that a procedure takes, and the longest headers that a page has', () => {
  const conf = read('nginx/vidik.conf');
  const megabytes = Number(/^ {4}client_max_body_size (\d+)m;$/m.exec(conf)![1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThan(LARGEST_STATEMENT + 1024 * 1024);
  const [, size] = /^ {4}proxy_buffer_size (\d+)k;$/m.exec(conf)!;
  expect(Number(size) * 1024).toBeGreaterThan(MOST_ELSEWHERE + 3_000);
  // nginx does not start when two of its buffers are not less than all of them but one.
  const [, count, each] = /^ {4}proxy_buffers (\d+) (\d+)k;$/m.exec(conf)!;
  expect((Number(count) - 1) * Number(each)).toBeGreaterThan(2 * Math.max(Number(size), Number(each)));
});

test('both proxies serve IPv4 and IPv6, and let through whoever asks for the sake of a certificate', () => {
  const nginx = read('nginx/vidik.conf');
  expect(all(nginx, /^ {4}listen (.+);$/gm)).toEqual(['80', '[::]:80', '443 ssl http2', '[::]:443 ssl http2']);
  const [plain] = nginx.split('listen 443') as [string];
  const asked = '/.well-known/acme-challenge/';
  expect(plain).toContain(`location ${asked} {\n        root /var/lib/letsencrypt;`);
  expect(plain).not.toMatch(/^ {4}return/m);

  const haproxy = read('haproxy/vidik.cfg');
  const binds = all(haproxy, /^ {2}bind (.+)$/gm);
  const encrypted = binds[2]!.replace(':443 ', '');
  expect(binds).toEqual([':80', ':::80 v6only', `:443 ${encrypted}`, `:::443 v6only ${encrypted}`]);
  expect(haproxy).toContain(
    `\n  http-request redirect scheme https code 308 unless { path_beg ${asked} }\n  default_backend certbot\n`,
  );
  const [, port] = /^backend certbot\n {2}server certbot 127\.0\.0\.1:(\d+)$/m.exec(haproxy)!;
  const manual = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  expect(new Set(all(manual, /--http-01-port (\d+)/g))).toEqual(new Set([port]));
});

test.each(['haproxy/vidik.cfg', 'cluster/haproxy.cfg'])(
  '%s, which takes the place of Debian’s, does not run as root',
  (name) => {
    expect(read(name)).toMatch(/^global\n(?: {2}.*\n)*? {2}user haproxy\n {2}group haproxy\n/m);
  },
);

test('the weekly proof of the newest backup is typed as the manual has commands typed', () => {
  const manual = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const [, link] = /^ln -sfn \/opt\/vidik\/deploy\/systemd\/vidik-run (\S+)$/m.exec(manual)!;
  expect(read('systemd/vidik-check.service')).toContain(`\nExecStart=${link} backup-check\n`);
  expect(read('systemd/vidik-check.timer')).toMatch(/^OnCalendar=Sun /m);
  expect(manual).toContain('systemctl enable --now vidik-check.timer');
});

test('of the cluster a whole backup is made every week, without which no older one is ever removed', () => {
  const lines = [...read('cluster/README.md').matchAll(/^0 3 \* \* (\S+) curl .* && (pgbackrest .*)$/gm)];
  expect(lines.map(([, days, command]) => [days, command])).toEqual([
    ['0', 'pgbackrest --stanza=vidik --type=full backup'],
    ['1-6', 'pgbackrest --stanza=vidik backup'],
  ]);
});

test('commands typed by hand believe the same proxies as the service', () => {
  expect(read('systemd/vidik.env')).toMatch(/^TRUST_PROXY=1$/m);
  for (const unit of ['vidik', 'vidik-worker']) expect(read(`systemd/${unit}.service`)).not.toContain('TRUST_PROXY');
});

const isRoot = process.getuid?.() === 0;

/** `/etc/vidik` with settings and secrets, data of nobody, and `vidik-run` beside a `vidik` that says what it was given. */
function installed() {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'data');
  for (const one of ['data', 'etc/secrets', 'deploy/systemd']) mkdirSync(path.join(folder, one), { recursive: true });
  chownSync(data, 65_534, 65_534);
  const script = path.join(folder, 'deploy/systemd/vidik-run');
  copyFileSync(path.join(root, 'deploy/systemd/vidik-run'), script);
  const values =
    '"$(id -u)" "$HOME" "$TMPDIR" "$PWD" "$COMPANY_BRAND" "$MAIL_FROM" "$DATABASE_URL" "$(printenv SMTP_URL || echo none)" "$@"';
  const say = `#!/bin/sh\nprintf "%s\\n" ${values}\n`;
  writeFileSync(path.join(folder, 'vidik'), say, { mode: 0o755 });
  writeFileSync(
    path.join(folder, 'etc/vidik.env'),
    `# settings\nDATA_DIR=${data}\nCOMPANY_BRAND=Former\nCOMPANY_BRAND=Moja $(id) firma\nMAIL_FROM="Vidik <a@b.rs>"`,
  );
  writeFileSync(path.join(folder, 'etc/secrets/database-url'), 'postgres://a:b%40c@d/e\n');
  writeFileSync(path.join(folder, 'etc/secrets/smtp-url'), '');
  const env = { PATH: process.env.PATH, HOME: '/root', VIDIK_ETC: path.join(folder, 'etc') };
  const type = (args: string[], more: Record<string, string> = {}) =>
    spawnSync(script, args, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' });
  return { folder, data, type };
}

test.runIf(isRoot)('a command typed as root runs with what the service has, as the owner of its data', () => {
  const { folder, data, type } = installed();
  const home = execFileSync('sh', ['-c', 'getent passwd 65534 | cut -d: -f6'], { encoding: 'utf8' }).trim();
  expect(type(['resume', '--mails=drop']).stdout.trimEnd().split('\n')).toEqual([
    '65534',
    home || data,
    '/var/tmp',
    folder,
    'Moja $(id) firma',
    'Vidik <a@b.rs>',
    'postgres://a:b%40c@d/e',
    'none',
    'resume',
    '--mails=drop',
  ]);
  expect(type(['backup-check'], { TMPDIR: '/srv/tmp' }).stdout).toContain('\n/srv/tmp\n');
});

test.runIf(isRoot)('what a command typed as root is given otherwise than the service has it is refused', () => {
  const { folder, type } = installed();
  const elsewhere = type(['backup'], { DATABASE_URL: 'postgres://a:secret@d:5433/e' });
  expect([elsewhere.status, elsewhere.stdout, elsewhere.stderr]).toEqual([
    1,
    '',
    `DATABASE_URL is set here, and otherwise in ${folder}/etc/secrets/database-url. Leave it out here, or change it there.\n`,
  ]);
  expect(type(['backup'], { DATA_DIR: '/srv/new' }).stderr).toContain(`otherwise in ${folder}/etc/vidik.env.`);
  const alike = type(['backup'], { DATABASE_URL: 'postgres://a:b%40c@d/e', SMTP_URL: 'smtp://mail.example' });
  expect([alike.status, alike.stdout]).toEqual([0, expect.stringContaining('\nsmtp://mail.example\nbackup\n')]);
});

test.runIf(isRoot)('a secret that a command typed as root has and the service has not is said', () => {
  const { folder, type } = installed();
  const units = path.join(folder, 'systemd/system');
  mkdirSync(units, { recursive: true });
  for (const name of ['vidik.service', 'vidik-worker.service'])
    copyFileSync(path.join(root, 'deploy/systemd', name), path.join(units, name));
  expect(type(['doctor'])).toMatchObject({ status: 0, stderr: '' });

  writeFileSync(path.join(folder, 'etc/secrets/sealing-key'), 'x'.repeat(32));
  mkdirSync(path.join(units, 'vidik-worker.service.d'));
  writeFileSync(path.join(units, 'vidik-worker.service.d/more.conf'), 'Environment=SEALING_KEY_FILE=%d/sealing-key\n');
  const lacking = type(['doctor']);
  expect([lacking.status, lacking.stderr]).toEqual([
    0,
    `${units}/vidik.service does not have ${folder}/etc/secrets/sealing-key: ` +
      'it takes two lines in each unit (docs/operations.md, "As a service").\n',
  ]);
});
