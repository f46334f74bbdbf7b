import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../config.ts';
import { readSecretFiles, SECRETS } from './secret-files.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'vidik-secrets-'));
function file(name: string, text: string): string {
  const at = path.join(directory, name);
  writeFileSync(at, text);
  return at;
}

test('a secret may stand in a file, with or without a new line at its end', () => {
  const env = {
    DATABASE_URL_FILE: file('database', 'postgres://vidik:p%40ss@db/vidik\n'),
    BACKUP_PASSPHRASE_FILE: file('passphrase', ' with spaces '),
    PORT: '3000',
  };
  expect(readSecretFiles(env)).toEqual([]);
  expect(env).toEqual({
    DATABASE_URL: 'postgres://vidik:p%40ss@db/vidik',
    BACKUP_PASSPHRASE: ' with spaces ',
    PORT: '3000',
  });
});

test('a file that is missing or empty, and a secret that is said twice, are named without the secret', () => {
  const empty = file('empty', '\n');
  const twice = file('twice', 'sk_live_hidden');
  const env = { SMTP_URL_FILE: '/nowhere/smtp', BACKUP_PASSPHRASE_FILE: empty, STRIPE_SECRET_KEY_FILE: twice };
  expect(readSecretFiles({ ...env, STRIPE_SECRET_KEY: 'sk_live_other' })).toEqual([
    'STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both set; leave one of them out',
    'SMTP_URL_FILE: /nowhere/smtp cannot be read (ENOENT)',
    `BACKUP_PASSPHRASE_FILE: ${empty} is empty`,
  ]);
});

test('a folder in the place of a file is told, not thrown', () => {
  expect(readSecretFiles({ SMTP_URL_FILE: directory })).toEqual([
    `SMTP_URL_FILE: ${directory} cannot be read (EISDIR)`,
  ]);
});

test('every setting that looks like a secret has its twin', () => {
  const looks = settingNames.filter((name) => /SECRET|PASSWORD|PASSPHRASE|TOKEN|^(DATABASE|SMTP)\w*_URL$/.test(name));
  expect(looks.filter((name) => !(SECRETS as readonly string[]).includes(name))).toEqual([]);
});
