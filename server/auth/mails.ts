import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/db.ts';
import { PRIORITY, queueMail } from '../platform/mail/mail.ts';
import { accountByEmail } from './account.ts';
import { LINK_MINUTES, makeOneTimeToken } from './recovery/one-time-token.ts';

/** The mails of the sign-in server. A link carries its token behind `#`, so that it never reaches a log or a proxy. */
interface Addressee {
  id: string;
  email: string;
}

/**
 * The page only shows a button; pressing it spends the token. Links that act when opened are used up by mail scanners.
 * The address comes from configuration: a forged Host header cannot lead a link elsewhere.
 */
export const linkTo = ({ config }: Dependencies, token: string, type: 'signup' | 'recovery' | 'email_change') =>
  `${config.publicUrl}/auth/confirm#token_hash=${token}&type=${type}`;

const hours = (minutes: number) => minutes / 60;

/** Six digits are not enough of a key for the one account that can do everything: its mails carry a link only. */
export const mayUseMailedCodes = ({ config }: Dependencies, user: { email: string }) =>
  user.email !== config.superAdmin.email;
const typable = (deps: Dependencies, user: Addressee, code: string) => (mayUseMailedCodes(deps, user) ? code : null);

export async function mailConfirmation(tx: Tx, deps: Dependencies, user: Addressee): Promise<void> {
  const { token, code, expiresAt } = await makeOneTimeToken(tx, deps, user.id, 'signup', user.email);
  await queueMail(tx, deps.queue, {
    to: user.email,
    profileId: user.id,
    template: 'accounts.confirm-address',
    validUntil: expiresAt,
    priority: PRIORITY.signIn,
    props: {
      link: linkTo(deps, token, 'signup'),
      code: typable(deps, user, code),
      hours: hours(LINK_MINUTES.signup),
    },
  });
}

/** `registeredAgain`: nobody asked for a new password, but a registration that is repeated with another one needs one. */
export async function mailRecovery(
  tx: Tx,
  deps: Dependencies,
  user: Addressee,
  { registeredAgain = false } = {},
): Promise<void> {
  const { token, code, expiresAt } = await makeOneTimeToken(tx, deps, user.id, 'recovery', user.email);
  await queueMail(tx, deps.queue, {
    to: user.email,
    profileId: user.id,
    template: 'accounts.recovery',
    validUntil: expiresAt,
    priority: PRIORITY.signIn,
    props: {
      email: user.email,
      link: linkTo(deps, token, 'recovery'),
      code: typable(deps, user, code),
      minutes: LINK_MINUTES.recovery,
      registeredAgain,
    },
  });
}

/** To the old address and to the new one: both owners must agree. The owner of an address in use is mailed instead. */
export async function mailEmailChange(tx: Tx, deps: Dependencies, user: Addressee, newEmail: string): Promise<void> {
  const owner = await accountByEmail(tx, newEmail);
  const isTaken = newEmail === deps.config.superAdmin.email || owner !== undefined;
  for (const [kind, to] of [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const) {
    // Made for a taken address as well, so that the answer takes as long; it is mailed to nobody and so opens nothing.
    const { token, code, expiresAt } = await makeOneTimeToken(tx, deps, user.id, kind, to);
    if (kind === 'email_change_new' && isTaken) {
      await queueMail(tx, deps.queue, {
        to,
        profileId: owner?.user.id ?? null,
        template: 'accounts.address-wanted',
        props: { link: `${deps.config.publicUrl}/auth` },
      });
      continue;
    }
    await queueMail(tx, deps.queue, {
      to,
      // The new mailbox is not theirs yet, and their own data must not show what was mailed to it.
      profileId: kind === 'email_change_current' ? user.id : null,
      template: 'accounts.email-change',
      validUntil: expiresAt,
      priority: PRIORITY.signIn,
      props: {
        from: user.email,
        to: newEmail,
        link: linkTo(deps, token, 'email_change'),
        code,
        hours: hours(LINK_MINUTES[kind]),
      },
    });
  }
}

/** Somebody registered with an address that has an account; only its owner learns that. */
export async function mailAddressExists(tx: Tx, deps: Dependencies, { id, email }: Addressee): Promise<void> {
  await queueMail(tx, deps.queue, {
    to: email,
    profileId: id,
    template: 'accounts.address-exists',
    props: { link: `${deps.config.publicUrl}/auth` },
  });
}

export async function mailReauthentication(tx: Tx, deps: Dependencies, user: Addressee): Promise<void> {
  const { code, expiresAt } = await makeOneTimeToken(tx, deps, user.id, 'reauthentication', user.email);
  await queueMail(tx, deps.queue, {
    to: user.email,
    profileId: user.id,
    template: 'accounts.reauthentication',
    validUntil: expiresAt,
    priority: PRIORITY.signIn,
    props: { code, minutes: LINK_MINUTES.reauthentication },
  });
}
