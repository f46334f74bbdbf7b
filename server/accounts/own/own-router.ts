import { isUsernameAllowed } from '#domain/auth/username.ts';
import { refuse } from '#domain/refuse.ts';
import { accountHolder, freshProof, member, requireFreshProof } from '../../access.ts';
import { ownChangesRouter, secondStepRecoveryRouter } from '../../auth/changes/changes-router.ts';
import { checkOwnPassword } from '../../auth/passwords/own-password.ts';
import { proofRouter } from '../../auth/proof/proof-router.ts';
import { proveMailbox } from '../../auth/proof/prove-mailbox.ts';
import { endSession, listSessions } from '../../auth/sessions/own-sessions.ts';
import { describeUnderWay } from '../../flows/payments/under-way.ts';
import { closeAccount, erasedBy } from '../../flows/people/close-account.ts';
import { takeOwnData } from '../../flows/people/own-data/take-own-data.ts';
import { violatedConstraint } from '../../platform/database-errors.ts';
import { lockPerson } from '../lock-person.ts';
import { editPerson } from '../people/edit-person.ts';
import { averageAnswerHours } from '../requests/average-answer-hours.ts';
import { listAcceptances } from './acceptances.ts';
import { chooseNews } from './choose-news.ts';
import { chooseProduct } from './choose-product.ts';
import { describeMe } from './describe-me.ts';

const procedures = member.accounts.own;
/** Waiting accounts too: what they are signed in with, and what they may take along or have erased. */
const ofAccountHolder = accountHolder.accounts.own;

export const ownRouter = {
  update: procedures.update.handler(async ({ context: { deps, actor, person }, input }) => {
    try {
      return await deps.db.transaction(async (tx) => {
        const { username } = input.to;
        if (username !== undefined && !isUsernameAllowed(username, person.email)) throw refuse('USERNAME_IS_ADDRESS');
        const now = await lockPerson(tx, person.id);
        if (!now) throw refuse('PERSON_CHANGED', { fields: [], now: null, by: null, you: false, at: null });
        const { profile } = await editPerson(tx, actor, now, input);
        return describeMe(deps.config, { ...person, profile });
      });
    } catch (error) {
      if (violatedConstraint(error) === 'profiles_username_unique') throw refuse('USERNAME_TAKEN');
      throw error;
    }
  }),

  proveMailbox: procedures.proveMailbox.handler(async ({ context: { deps, actor, person }, input }) => {
    await proveMailbox(deps, actor, person, input.code);
    return { proven: true as const };
  }),

  proof: proofRouter,
  changes: ownChangesRouter,
  secondStepRecovery: secondStepRecoveryRouter,

  sessions: {
    list: ofAccountHolder.sessions.list.handler(({ context: { deps, person } }) => listSessions(deps, person)),
    end: ofAccountHolder.sessions.end.handler(async ({ context: { deps, actor, person }, input }) => {
      await endSession(deps, actor, person, input.id);
      return { ended: true as const };
    }),
  },

  acceptances: ofAccountHolder.acceptances.handler(({ context: { deps, person } }) =>
    listAcceptances(deps.db, person.id),
  ),

  data: ofAccountHolder.data
    .use(freshProof)
    .handler(({ context: { deps, actor, person, limits }, input }) =>
      takeOwnData(deps, { actor, person, limits }, input.format),
    ),

  choose: ofAccountHolder.choose.handler(async ({ context: { deps, actor, person }, input }) => ({
    chosenProduct: await deps.db.transaction((tx) => chooseProduct(tx, actor, person.id, input.product)),
  })),

  news: ofAccountHolder.news.handler(async ({ context: { deps, actor, person }, input }) => ({
    newsAgreedAt: await deps.db.transaction((tx) => chooseNews(tx, deps, actor, person.id, input.agreed)),
  })),

  request: ofAccountHolder.request.handler(async ({ context: { deps, person } }) => ({
    sentAt: person.profile.createdAt,
    averageHours: await averageAnswerHours(deps),
  })),

  closing: ofAccountHolder.closing.handler(async ({ context: { deps, person } }) => ({
    ...(await describeUnderWay(deps, person)),
    hasPassword: person.hasPassword,
  })),

  close: ofAccountHolder.close.handler(async ({ context: { deps, actor, person, ip }, input }) => {
    if (person.email === deps.config.superAdmin.email) throw refuse('SUPER_ADMIN_STAYS');
    if (input.password === null && !person.hasPassword) requireFreshProof(deps, person);
    else await checkOwnPassword(deps, { actor, ip, person }, input.password ?? '');
    const ending = { by: 'owner', sessionId: person.sessionId } as const;
    const closedAt = await deps.db.transaction((tx) => closeAccount(tx, deps, actor, person.id, ending));
    return { closed: true as const, erasedBy: erasedBy(closedAt ?? deps.now()) };
  }),
};
