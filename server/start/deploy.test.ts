import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup.mjs';
import { settingNames } from '../config.ts';
import { SECRETS } from '../platform/process/secret-files.ts';

const read = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');
const units = readdirSync(path.join(root, 'deploy', 'systemd')).map((name) => read(`systemd/${name}`));
const files = [...units, read('docker/compose.yaml'), read('docker/Dockerfile')];

test('what is shipped for service managers and containers names settings that there are', () => {
  const known = new Set<string>([...settingNames, ...SECRETS.map((name) => `${name}_FILE`), 'NODE_COMPILE_CACHE']);
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
