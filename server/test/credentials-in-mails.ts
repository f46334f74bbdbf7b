import { sql } from 'drizzle-orm';
import { type Page, pages } from '#domain/pages.ts';
import type { Dependencies } from '../dependencies.ts';
import { templates } from '../emails.ts';
import { renderMail, writeMessage } from '../platform/mail/write-mail.ts';
import { mails } from '../platform/mail.schema.ts';

/** Its page changes nothing and hides name, street and phone, and staff send its mails again (decision 244). */
const OPENS_NOTHING: readonly Page[] = [pages.parcel];

const TOKEN = '[A-Za-z0-9_%.-]{16,}';
/** Addresses that let their reader in, for PostgreSQL as well. */
const CREDENTIAL = [
  ...(Object.values(pages) as Page[])
    .filter((page) => page.path.includes('/:token') && !OPENS_NOTHING.includes(page))
    .map(({ path }) => path.replace(':token', TOKEN)),
  `#token[a-z_]*=${TOKEN}`,
].join('|');
const hasCredential = (text: string): boolean => new RegExp(CREDENTIAL).test(text);

/** Templates of what a test caused whose letter has a link that lets its reader in, and does not say so (`containsCredential`). */
export async function undeclaredCredentials({ db, config }: Pick<Dependencies, 'db' | 'config'>): Promise<string[]> {
  const suspected = await db
    .selectDistinctOn([mails.template])
    .from(mails)
    .where(sql`${mails.props}::text || coalesce(${mails.html}, '') ~ ${CREDENTIAL}`)
    .orderBy(mails.template);
  const unsaid: string[] = [];
  for (const mail of suspected) {
    const letter = await writeMessage({ db, config }, templates, mail);
    if (!letter || letter.containsCredential) continue;
    if (hasCredential((await renderMail(letter, config.publicUrl)).html)) unsaid.push(mail.template);
  }
  return unsaid;
}
