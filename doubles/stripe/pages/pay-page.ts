import { html } from 'hono/html';
import { company } from '#domain/company.ts';
import { formatMoney } from '#domain/money.ts';
import { sandboxCopy as copy } from '#domain/payments/sandbox-copy.ts';
import type { Line, SessionRecord } from '../records.ts';
import { cardField } from './card-field.ts';
import { type Html, layout, link, messagePage, nothing } from './layout.ts';

export type PayProblem = 'declined' | 'noFunds' | 'cardUnknown';

/** Where the buyer goes after paying: the session id stands in place of Stripe's placeholder. */
export const successUrl = (s: SessionRecord) => s.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', s.id);

const money = (s: SessionRecord, amount: number) => formatMoney({ amount, currency: s.currency.toUpperCase() });

const rhythm = (line: Line) =>
  line.everyMonths === null ? '' : line.everyMonths === 1 ? copy.perMonth : copy.perMonths(line.everyMonths);

/** The hosted payment page in whatever state its session is. */
export function payPage(s: SessionRecord, email: string, problem: PayProblem | null): Html {
  if (s.status === 'expired') {
    return messagePage(copy.expiredTitle, copy.expiredText, s.cancelUrl ? link(s.cancelUrl, copy.back) : nothing);
  }
  if (s.transferDueAt !== null) return transferPage(s);
  if (s.status === 'complete') return messagePage(copy.paidTitle, copy.paidText, link(successUrl(s), copy.continue));

  const title = s.mode === 'subscription' ? copy.subscribeTitle : copy.payTitle;
  const amount = money(s, s.amount);
  return layout(
    title,
    html`<h1>${title}</h1>
${problem ? html`<p class="note" role="alert">${copy[problem]}</p>` : nothing}
<div class="two">
<div class="panel">
<form method="post">
<h2>${copy.cardTitle}</h2>
${cardField({ unknown: problem === 'cardUnknown' })}
<div class="actions">
<button class="btn main" name="do" value="pay">${copy.pay(amount)}</button>
<button class="btn" name="do" value="later">${copy.payLater}</button>
<button class="btn" name="do" value="decline">${copy.decline}</button>
</div>
</form>
<p class="hint">${copy.email(email)}</p>
${s.cancelUrl ? html`<p class="hint"><a href="${s.cancelUrl}">${copy.back}</a></p>` : nothing}
</div>
<div class="sum">
<p class="muted">${copy.to(company.legalName)}</p>
${s.lines.map(
  (
    line,
  ) => html`<div class="row"><span>${line.quantity > 1 ? `${copy.quantity(line.quantity)} ` : ''}${line.name}</span>
<span>${money(s, line.unitAmount * line.quantity)}</span></div>`,
)}
<div class="total"><span>${copy.total}</span><span class="price">${amount}</span></div>
<p class="muted">${s.lines.map(rhythm).find(Boolean) ?? ''}</p>
</div>
</div>`,
  );
}

function transferPage(s: SessionRecord): Html {
  return layout(
    copy.transferTitle,
    html`<h1>${copy.transferTitle}</h1>
<p class="price">${money(s, s.amount)}</p>
<p>${copy.transferText}</p>
<form method="post" class="inline">
<button class="btn main" name="do" value="arrived">${copy.transferArrived}</button>
<button class="btn" name="do" value="failed">${copy.transferFailed}</button>
${link(successUrl(s), copy.continue)}
</form>`,
  );
}
