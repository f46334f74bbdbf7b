/** What a shell may be set up with that belongs to a shop: its database, files, backups, cards, mails and parcels. */
const OF_A_SHOP = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'STORAGE_URL',
  'BACKUP_EVERY',
  'BACKUP_TARGET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'D_EXPRESS_USER',
];

/**
 * Whatever the shell is set up for, a demo writes to nobody's database, charges nobody's card and mails nobody, also where the setting
 * stands in a file.
 * @param {Record<string, string | undefined>} env
 */
export function leaveOutShop(env) {
  for (const name of OF_A_SHOP) {
    delete env[name];
    delete env[`${name}_FILE`];
  }
  delete env.SUPER_ADMIN_PASSWORD_FILE;
}
