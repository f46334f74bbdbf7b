import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { sendMails } from '../../test/mails.ts';
import { networkMember } from '../../test/network.ts';
import { call, person } from '../../test/people.ts';

const app = await testApp();
const admin = await person(app, 'admin');
const { approve, undoApproval, registrationRequests } = call(app, admin).accounts.admin;
const mailsTo = (email: string) => app.db.select().from(mails).where(eq(mails.to, email));

test('an approval taken back at once leaves somebody who waits, is not written to, and can be approved again', async () => {
  const applicant = await person(app, 'waiting');
  await approve({ ids: [applicant.id] });
  expect((await call(app, applicant).accounts.me()).level).toBe('member');
  expect(await undoApproval({ ids: [applicant.id] })).toEqual({ undone: 1, stayed: [] });
  expect((await call(app, applicant).accounts.me()).level).toBe('waiting');
  expect((await registrationRequests()).some(({ id }) => id === applicant.id)).toBe(true);
  await sendMails(app);
  expect(await mailsTo(applicant.email), 'not a word').toEqual([]);
  const [entry] = await app.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, applicant.id))
    .orderBy(desc(auditLog.id));
  expect(entry).toMatchObject({ action: 'accounts.approval-undone', actor: admin.id });

  await approve({ ids: [applicant.id] });
  await sendMails(app);
  expect(await mailsTo(applicant.email)).toMatchObject([{ template: 'accounts.approved', state: 'sent' }]);
});

test('the mail waits for ten seconds, and whoever was written to stays approved', async () => {
  const applicant = await person(app, 'waiting');
  await approve({ ids: [applicant.id] });
  const [mail] = await mailsTo(applicant.email);
  const heldFor = mail!.nextAttemptAt!.getTime() - mail!.queuedAt.getTime();
  expect(heldFor).toBeGreaterThanOrEqual(10_000);
  expect(heldFor).toBeLessThanOrEqual(15_000);
  await sendMails(app);
  expect(await undoApproval({ ids: [applicant.id] })).toEqual({ undone: 0, stayed: [applicant.id] });
  expect((await call(app, applicant).accounts.me()).level).toBe('member');
});

test('whoever already does something as a member stays one, with the mail', async () => {
  const applicant = await person(app, 'waiting');
  await approve({ ids: [applicant.id] });
  const { rows } = await call(app, admin).vouchers.admin.issue({
    key: crypto.randomUUID(),
    bannerCount: 5,
    count: 1,
  });
  await call(app, applicant).vouchers.redeem({ code: rows[0]!.code });
  expect(await undoApproval({ ids: [applicant.id] })).toEqual({ undone: 0, stayed: [applicant.id] });
  expect((await mailsTo(applicant.email)).map(({ template }) => template)).toContain('accounts.approved');
});

test('an old member, a waiting one and nobody at all cannot be turned into a request', async () => {
  const [old, waits] = [await person(app, 'member'), await person(app, 'waiting')];
  const ids = [old.id, waits.id, crypto.randomUUID()];
  expect(await undoApproval({ ids })).toEqual({ undone: 0, stayed: ids });
  expect((await call(app, old).accounts.me()).level).toBe('member');
});

test('taken back twice at once, or by two people, it is taken back once', async () => {
  const applicant = await person(app, 'waiting');
  const other = call(app, await person(app, 'admin')).accounts.admin;
  await approve({ ids: [applicant.id] });
  const answers = await Promise.all([undoApproval, other.undoApproval].map((undo) => undo({ ids: [applicant.id] })));
  expect(answers.map(({ undone }) => undone).sort()).toEqual([0, 1]);
  const mine = answers[0]!.undone === 1 ? undoApproval : other.undoApproval;
  expect(await mine({ ids: [applicant.id] }), 'a lost answer, asked again').toEqual({ undone: 1, stayed: [] });
  await approve({ ids: [applicant.id] });
  await sendMails(app);
  expect(await mine({ ids: [applicant.id] }), 'too late for the second approval').toMatchObject({ undone: 0 });
});

test('the place held under an inviter is held again, unless it was taken meanwhile', async () => {
  const limited = await testApp({ env: { REFERRAL_MAX_DIRECT: '1' } });
  const decide = call(limited, await person(limited, 'admin')).accounts.admin;
  const inviter = await networkMember(limited);
  const comer = await person(limited, 'waiting', { invitedBy: inviter.id });
  const invitedBy = async () =>
    (await limited.db.select({ by: profiles.invitedBy }).from(profiles).where(eq(profiles.id, comer.id)))[0]!.by;

  await decide.approve({ ids: [comer.id] });
  expect(await invitedBy()).toBeNull();
  await decide.undoApproval({ ids: [comer.id] });
  expect(await invitedBy()).toBe(inviter.id);

  await decide.approve({ ids: [comer.id] });
  await person(limited, 'waiting', { invitedBy: inviter.id });
  await decide.undoApproval({ ids: [comer.id] });
  expect(await invitedBy(), 'somebody else came first').toBeNull();
});

test('of many approvals taken back at once, as many places are held again as are free', async () => {
  const limited = await testApp({ env: { REFERRAL_MAX_DIRECT: '3' } });
  const decide = call(limited, await person(limited, 'admin')).accounts.admin;
  const [inviter, blocked] = [await networkMember(limited), await networkMember(limited)];
  const comers = [];
  for (let i = 0; i < 8; i += 1)
    comers.push(await person(limited, 'waiting', { invitedBy: (i < 6 ? inviter : blocked).id }));
  await decide.approve({ ids: comers.map(({ id }) => id) });
  await limited.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, blocked.id));
  expect(await decide.undoApproval({ ids: comers.map(({ id }) => id) })).toEqual({ undone: 8, stayed: [] });
  expect(await limited.db.$count(profiles, eq(profiles.invitedBy, inviter.id))).toBe(3);
  expect(await limited.db.$count(profiles, eq(profiles.invitedBy, blocked.id))).toBe(0);
});
