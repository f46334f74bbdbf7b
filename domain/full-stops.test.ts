import { expect, test } from 'vitest';
import { mailCopy as accounts } from './accounts/mail-copy.ts';
import { mailCopy as advertising } from './advertising/mail-copy.ts';
import { mailCopy as campaigns } from './campaigns/mail-copy.ts';
import { mailCopy as events } from './events/mail-copy.ts';
import { onDeliveryMail } from './orders/on-delivery-copy.ts';
import { withdrawalMail } from './orders/own/withdrawal-copy.ts';
import { transferMail } from './orders/transfer/transfer-mail-copy.ts';
import { sandboxCopy } from './payments/sandbox-copy.ts';
import { returnMails } from './returns/mail-copy.ts';
import { formatDate, formatDateInSentence } from './time.ts';
import { mailCopy as tvs } from './tvs/mail-copy.ts';

test('a date, which ends in a full stop, gets no second one at the end of a sentence', () => {
  const when = new Date('2026-11-22T12:00:00Z');
  for (const sentence of [
    advertising.failed.again(formatDateInSentence(when)),
    events.lapses(formatDateInSentence(when)),
    sandboxCopy.cancelText(formatDate(when)),
  ])
    expect(sentence).toMatch(/2026\. \p{Lu}/u);
});

test('a date loses its full stop before a comma and a semicolon', () => {
  const [day, date] = ['2026-11-22', formatDateInSentence('2026-11-22T12:00:00Z')];
  for (const sentence of [
    accounts.closed.erased(date),
    accounts.notice.afterwards(day),
    advertising.cancelled.preview(date),
    advertising.cancelled.text('Starter', date),
    advertising.stopped.atEnd('Starter', date),
    events.reminder.preview('100 €', date),
    events.expired.preview(date),
    events.expired.text(7, date),
    onDeliveryMail.missed.after(date),
    returnMails.asked.refund(day),
    transferMail.lapsed.text(date),
    withdrawalMail.refund(day),
    withdrawalMail.refundOfUnsent(day),
    withdrawalMail.refundOfRest(day),
    withdrawalMail.came.text('100 €', day),
  ])
    expect(sentence).toMatch(/22\. novembra 2026[,;] /);
});

test('a reason that staff typed ends before the next sentence begins, with one full stop', () => {
  for (const reason of ['Tuđ znak', 'Tuđ znak.'])
    for (const sentence of [
      campaigns.withdrawn.text('Kifle', reason),
      campaigns.withdrawnSpecial.text('Kifle', reason),
      tvs.blocked.text('Dnevna soba', reason),
      tvs.refused.text('Dnevna soba', reason),
    ])
      expect(sentence).toMatch(/: Tuđ znak\. \p{Lu}/u);
});

test('the last day of a notice stands in its right case', () => {
  expect(accounts.notice.text('ana@primer.rs', '2027-03-03')).toMatch(/do kraja dana 3\. marta 2027\.$/);
});
