import { expect, test } from 'vitest';
import { account } from './accounts/my-copy.ts';
import { advanceMail } from './advertising/advance-mail-copy.ts';
import { mailCopy as advertising } from './advertising/mail-copy.ts';
import { mailCopy as devices } from './devices/mail-copy.ts';

test('mails call the parts of the account as the account does', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  const { advertising: adverts, devices: tvs } = account.sections;
  for (const sentence of [
    advanceMail.paid.after,
    advertising.started.after,
    advertising.paused.after,
    advertising.cardLink.text('Starter', '99 €'),
  ])
    expect(plain(sentence)).toContain(`u delu „${plain(adverts)}“`);
  expect(plain(devices.linked.after(72))).toContain(`u delu „${plain(tvs)}“`);
});
