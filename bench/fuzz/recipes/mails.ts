import { mails } from '../../../server/platform/mail.schema.ts';
import { type Recipe, rowOf, withId } from './recipe.ts';

export const mailRecipes: Record<string, Recipe> = {
  'admin.mails.preview': rowOf('select id from mails order by number desc limit 100'),
  'admin.mails.retry': async (context) => {
    const [row] = await context.db
      .insert(mails)
      .values({
        to: 'a@primer.rs',
        template: 'accounts.approved',
        props: { email: 'a@primer.rs', link: 'x' },
        state: 'failed',
      })
      .returning({ id: mails.id });
    return withId(row!.id);
  },
};
