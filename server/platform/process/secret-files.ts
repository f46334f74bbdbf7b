import { readFileSync } from 'node:fs';

/** Settings that are secrets: each may stand in a file that `…_FILE` names, as Docker, Kubernetes and systemd hand them over. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SUPER_ADMIN_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'BACKUP_PASSPHRASE',
  'SEALING_KEY',
  'D_EXPRESS_PASSWORD',
  'D_EXPRESS_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
] as const;

/** Puts what stands in the files into the environment itself, so that everything after reads one. Returns what is wrong, a line each. */
export function readSecretFiles(env: Record<string, string | undefined>): string[] {
  const wrong: string[] = [];
  for (const name of SECRETS) {
    const twin = `${name}_FILE`;
    const file = env[twin];
    if (!file) continue;
    if (env[name]) {
      wrong.push(`${name} and ${twin} are both set; leave one of them out`);
      continue;
    }
    try {
      env[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      delete env[twin];
      if (env[name] === '') wrong.push(`${twin}: ${file} is empty`);
    } catch (error) {
      wrong.push(`${twin}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return wrong;
}
