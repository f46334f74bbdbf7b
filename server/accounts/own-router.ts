import { ownDataCopy } from '#domain/accounts/data-copy.ts';
import { mayBearUsername } from '#domain/accounts/registration.ts';
import { member } from '../access.ts';
import { closeAccount, erasedBy } from '../flows/close-account.ts';
import { ownData } from '../flows/own-data.ts';
import { record } from '../platform/audit.ts';
import { violatedConstraint } from '../platform/db.ts';
import { listAcceptances } from './acceptances.ts';
import { describeMe } from './describe-me.ts';
import { editPerson } from './edit-person.ts';
import { checkOwnPassword } from './own-password.ts';
import { endSession, listSessions } from './own-sessions.ts';
import { proveMailbox } from './prove-mailbox.ts';

const door = member.accounts.own;

export const ownRouter = {
  update: door.update.handler(async ({ context: { edges, actor, person }, input, errors }) => {
    try {
      return await edges.db.transaction(async (tx) => {
        const outcome = await editPerson(tx, actor, { id: person.id, ...input });
        if (outcome.kind !== 'edited')
          throw errors.PERSON_CHANGED({ data: { fields: outcome.kind === 'changed' ? outcome.fields : [] } });
        const { profile } = outcome;
        if (input.to.username !== undefined && !mayBearUsername(profile.username, profile.email))
          throw errors.USERNAME_TAKEN();
        return describeMe({ ...person, profile });
      });
    } catch (error) {
      if (violatedConstraint(error) === 'profiles_username_unique') throw errors.USERNAME_TAKEN();
      throw error;
    }
  }),

  proveMailbox: door.proveMailbox.handler(async ({ context: { edges, actor, person }, input, errors }) => {
    const outcome = await proveMailbox(edges, actor, person, input.code);
    if (outcome === 'too many') throw errors.TOO_MANY_TRIES();
    if (outcome === 'wrong') throw errors.MAILED_CODE_WRONG();
    return { proven: true as const };
  }),

  sessions: {
    list: door.sessions.list.handler(({ context: { edges, person } }) => listSessions(edges, person)),
    end: door.sessions.end.handler(async ({ context: { edges, actor, person }, input, errors }) => {
      if (!(await endSession(edges, actor, person, input.id))) throw errors.SESSION_GONE();
      return { ended: true as const };
    }),
  },

  acceptances: door.acceptances.handler(({ context: { edges, person } }) => listAcceptances(edges.db, person.id)),

  data: door.data.handler(async ({ context: { edges, actor, person }, input: { format } }) => {
    const data = await ownData(edges, person.id);
    await record(edges.db, actor, {
      action: 'accounts.data-downloaded',
      on: { kind: 'profile', id: person.id },
      after: { format },
    });
    const name = ownDataCopy.file(data.generatedAt.toISOString().slice(0, 10));
    if (format === 'json') {
      const { parts, ...about } = data;
      return new File([JSON.stringify({ ...about, ...parts }, null, 2)], `${name}.json`, { type: 'application/json' });
    }
    const { ownDataPage } = await import('../flows/own-data-page.tsx');
    return new File([ownDataPage(data)], `${name}.html`, { type: 'text/html; charset=utf-8' });
  }),

  close: door.close.handler(async ({ context: { edges, actor, person, ip }, input, errors }) => {
    if (person.email === edges.config.superAdmin.email) throw errors.SUPER_ADMIN_STAYS();
    const checked = await checkOwnPassword(edges, { actor, ip, person }, input.password);
    if (checked === 'too many') throw errors.TOO_MANY_TRIES();
    if (checked === 'wrong') throw errors.PASSWORD_WRONG();
    const closedAt = await edges.db.transaction((tx) => closeAccount(tx, edges, actor, person.id));
    return { closed: true as const, erasedBy: erasedBy(closedAt ?? edges.now()) };
  }),
};
