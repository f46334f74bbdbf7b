import { eq } from 'drizzle-orm';
import { mayBearUsername } from '#domain/accounts/registration.ts';
import { LIST_REFRESH_DELAY } from '#domain/live/rules.ts';
import { staff } from '../access.ts';
import { describeErasure, erasePerson } from '../flows/erase-person.ts';
import { giveNotice, takeBackNotice, terminateAtOnce } from '../flows/terminate.ts';
import { violatedConstraint } from '../platform/db.ts';
import { NEVER, wordsWhile } from '../streams.ts';
import { editPerson } from './edit-person.ts';
import { exportPeople } from './export-people.ts';
import { countPeople, describeRow, listPeople } from './people.ts';
import { lockPerson, setBlocked, setRole } from './person-standing.ts';
import { profiles } from './schema.ts';

const door = staff('manage people').accounts.admin.people;
const eraser = staff('erase people').accounts.admin.people;

export const peopleRouter = {
  list: door.list.handler(({ context: { edges }, input }) =>
    listPeople(edges.db, edges.config.superAdmin.email, input),
  ),

  follow: door.follow.handler(async function* ({ context: { edges, person }, input, signal = NEVER }) {
    let since = new Date();
    for await (const word of wordsWhile('admin', ['profiles'], edges, person, signal, LIST_REFRESH_DELAY)) {
      if (word === 'ready') {
        since = new Date();
        yield { changed: 'ready' as const };
      } else if (word === 'profiles') {
        const asked = { ...input, since: since.toISOString() };
        const news = await listPeople(edges.db, edges.config.superAdmin.email, asked);
        since = news.readAt;
        yield { changed: news };
      }
    }
  }),

  count: door.count.handler(async ({ context: { edges }, input }) => {
    const { total, ...groups } = await countPeople(edges.db, input);
    return { total: input.show ? groups[input.show] : total, groups };
  }),

  export: door.export.handler(({ context: { edges, actor }, input }) => exportPeople(edges, actor, input)),

  edit: door.edit.handler(async ({ context: { edges, actor }, input, errors }) => {
    const superAdminEmail = edges.config.superAdmin.email;
    try {
      return await edges.db.transaction(async (tx) => {
        const outcome = await editPerson(tx, actor, input);
        if (outcome.kind === 'gone') throw errors.PERSON_GONE();
        if (outcome.kind === 'changed') throw errors.PERSON_CHANGED({ data: { fields: outcome.fields } });
        const { profile } = outcome;
        if (input.to.username !== undefined && !mayBearUsername(profile.username, profile.email))
          throw errors.USERNAME_TAKEN();
        return describeRow(profile, superAdminEmail);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'profiles_username_unique') throw errors.USERNAME_TAKEN();
      throw error;
    }
  }),

  setRole: door.setRole.handler(async ({ context: { edges, actor, person }, input, errors }) =>
    edges.db.transaction(async (tx) => {
      const profile = await lockPerson(tx, input.id);
      if (!profile) throw errors.PERSON_GONE();
      if (input.role === 'admin') {
        if (profile.email === edges.config.superAdmin.email) throw errors.SUPER_ADMIN_STAYS();
        if (profile.id === person.id) throw errors.OWN_RIGHTS();
        if (profile.toBeRegistered && input.on) throw errors.PERSON_WAITS();
      }
      const after = await setRole(tx, actor, profile, input.role, input.on);
      return describeRow(after, edges.config.superAdmin.email);
    }),
  ),

  block: door.block.handler(async ({ context: { edges, actor, person }, input, errors }) =>
    edges.db.transaction(async (tx) => {
      const profile = await lockPerson(tx, input.id);
      if (!profile) throw errors.PERSON_GONE();
      if (profile.email === edges.config.superAdmin.email) throw errors.SUPER_ADMIN_STAYS();
      if (profile.id === person.id) throw errors.OWN_RIGHTS();
      const after = await setBlocked(tx, actor, profile, input.on, edges.now());
      return describeRow(after, edges.config.superAdmin.email);
    }),
  ),

  notice: door.notice.handler(async ({ context: { edges, actor }, input, errors }) =>
    edges.db.transaction(async (tx) => {
      const { id, on, reason } = input;
      const ended = await (on ? giveNotice(tx, edges, actor, id, reason) : takeBackNotice(tx, edges, actor, id));
      if (ended.refused !== null) throw errors[ended.refused]();
      return describeRow(ended.profile, edges.config.superAdmin.email);
    }),
  ),

  terminate: door.terminate.handler(async ({ context: { edges, actor }, input, errors }) =>
    edges.db.transaction(async (tx) => {
      const ended = await terminateAtOnce(tx, edges, actor, input.id, input.reason);
      if (ended.refused !== null) throw errors[ended.refused]();
      return describeRow(ended.profile, edges.config.superAdmin.email);
    }),
  ),

  erasure: eraser.erasure.handler(async ({ context: { edges }, input, errors }) => {
    const erasure = await describeErasure(edges.db, input.id);
    if (!erasure) throw errors.PERSON_GONE();
    return erasure;
  }),

  erase: eraser.erase.handler(async ({ context: { edges, actor }, input, errors }) =>
    edges.db.transaction(async (tx) => {
      const [person] = await tx.select().from(profiles).where(eq(profiles.id, input.id));
      if (!person) throw errors.PERSON_GONE();
      if (person.email === edges.config.superAdmin.email) throw errors.SUPER_ADMIN_STAYS();
      if (person.email !== input.email) throw errors.ERASURE_UNCONFIRMED();
      const erasure = await erasePerson(tx, edges, actor, input.id);
      if (!erasure) throw errors.PERSON_GONE();
      return erasure;
    }),
  ),
};
