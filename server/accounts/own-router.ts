import { mayBearUsername } from '#domain/accounts/registration.ts';
import { member } from '../access.ts';
import { violatedConstraint } from '../platform/db.ts';
import { describeMe } from './describe-me.ts';
import { editPerson } from './edit-person.ts';
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
};
