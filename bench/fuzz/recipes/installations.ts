import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { profiles } from '../../../server/accounts/schema.ts';
import { installations } from '../../../server/installations/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Recipe, withId } from './recipe.ts';

const contact = { name: 'Mara Ilić', phone: '0641234567', address: 'Glavna 1, Niš' };

async function installer({ createPerson, db }: FuzzContext) {
  const person = await createPerson('member');
  await db.update(profiles).set({ isInstaller: true }).where(eq(profiles.id, person.id));
  return person;
}

async function assigned(context: FuzzContext) {
  const { id: installerId, token } = await installer(context);
  const id = randomUUID();
  await context.db.insert(installations).values({ id, installerId, ...contact, agreedAt: new Date() });
  return { id, token };
}

export const installationRecipes: Record<string, Recipe> = {
  'installations.record': async (context) => {
    const { id, token } = await assigned(context);
    const record = { doneOn: '2026-11-02', device: 'VDK-1', before: 'Bez uređaja.', after: 'Radi.', remarks: '' };
    return { params: { id }, body: { record: { ...record, confirmedBy: 'Mara Ilić' } }, token };
  },
  'installations.admin.assign': async (context, random) => {
    const { id: installerId } = await installer(context);
    return { body: { key: random.uuid(), installerId, ...contact, agreedAt: '2099-12-01T10:00:00Z', note: '' } };
  },
  'installations.admin.cancel': async (context) => withId((await assigned(context)).id),
};
