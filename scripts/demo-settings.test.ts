import { expect, test } from 'vitest';
import { leaveOutShop } from './demo-settings.mjs';

test('a demo in a shell that is set up for a shop reaches nothing of it, also where secrets stand in files', () => {
  const env: Record<string, string | undefined> = {
    DATABASE_URL: 'postgres://vidik@db.example/shop',
    DATABASE_URL_FILE: '/etc/vidik/secrets/database-url',
    SMTP_URL_FILE: '/etc/vidik/secrets/smtp-url',
    STRIPE_SECRET_KEY_FILE: '/etc/vidik/secrets/stripe-secret-key',
    SUPER_ADMIN_PASSWORD_FILE: '/etc/vidik/secrets/super-admin-password',
    STORAGE_URL: 's3://vidik/shop',
    BACKUP_EVERY: '24',
    BACKUP_TARGET: 's3://archives',
    PORT: '4000',
    SUPER_ADMIN_PASSWORD: 'moja-lozinka',
  };
  leaveOutShop(env);
  expect(env).toEqual({ PORT: '4000', SUPER_ADMIN_PASSWORD: 'moja-lozinka' });
});
