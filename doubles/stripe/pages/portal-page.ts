import { html } from 'hono/html';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { sandboxCopy as copy } from '#domain/payments/sandbox-copy.ts';
import { formatDate } from '#domain/time.ts';
import type { CustomerRecord, InvoiceRecord, PortalRecord, SubscriptionRecord } from '../records.ts';
import { cardField } from './card-field.ts';
import { type Html, layout, link, nothing } from './layout.ts';
import type { PayProblem } from './pay-page.ts';

export type PortalNotice = PayProblem | 'cardChanged' | 'invoicePaid';
const GOOD: PortalNotice[] = ['cardChanged', 'invoicePaid'];

const day = (seconds: number) => formatDate(new Date(seconds * 1000));

const badgeKind = { incomplete: 'off', active: 'ok', past_due: 'bad', canceled: 'off' } as const;

const noticeOf = (notice: PortalNotice | null): Html =>
  notice === null
    ? nothing
    : GOOD.includes(notice)
      ? html`<p class="note ok" role="status">${copy[notice]}</p>`
      : html`<p class="note" role="alert">${copy[notice]}</p>`;

/** The customer portal: what runs, until when, with which card, and every invoice. */
export function portalPage(
  portal: PortalRecord,
  customer: CustomerRecord,
  subscriptions: SubscriptionRecord[],
  invoices: InvoiceRecord[],
  { notice, cancelling }: { notice: PortalNotice | null; cancelling: string | null },
): Html {
  return layout(
    copy.portalTitle,
    html`<h1>${copy.portalTitle}</h1>
${noticeOf(notice)}
<p class="muted">${copy.portalFor([customer.name, customer.email].filter(Boolean).join(', '))}</p>
${subscriptions.length === 0 ? html`<p>${copy.noSubscriptions}</p>` : nothing}
${subscriptions.map((s) => subscriptionSection(s, cancelling === s.id))}
<section>
<h2>${copy.card}</h2>
<p>${customer.card ? copy.cardOnFile(customer.card.last4) : copy.noCard}</p>
<form method="post">
${cardField({ unknown: notice === 'cardUnknown' })}
<div class="actions"><button class="btn" name="do" value="card">${copy.changeCard}</button></div>
</form>
</section>
<section>
<h2>${copy.invoices}</h2>
${invoices.length === 0 ? html`<p>${copy.noInvoices}</p>` : invoiceTable(invoices)}
</section>
${portal.returnUrl ? link(portal.returnUrl, copy.back) : nothing}`,
  );
}

function subscriptionSection(s: SubscriptionRecord, confirming: boolean): Html {
  const ends = s.cancelAt ?? s.periodEnd;
  const leaving = s.cancelAtPeriodEnd || s.cancelAt !== null;
  const price = formatMoney({ amount: s.line.unitAmount * s.line.quantity, currency: s.currency.toUpperCase() });
  const when =
    s.status === 'canceled'
      ? copy.endedOn(day(s.endedAt ?? s.periodEnd))
      : leaving
        ? copy.endsOn(day(ends))
        : copy.renewsOn(day(s.periodEnd));
  return html`<section>
<div class="sub"><h2>${s.line.name}</h2>
<span>${price} ${copy.perMonth}</span>
<span class="badge ${badgeKind[s.status]}">${copy.subscriptionStates[s.status]}</span>
<span>${when}</span></div>
${confirming ? cancelQuestion(s, ends) : s.status === 'canceled' ? nothing : leaving ? resumeForm(s) : cancelLink(s)}
</section>`;
}

const cancelLink = (s: SubscriptionRecord) => link(`?cancel=${s.id}#${s.id}`, copy.cancel, 'danger');

const resumeForm = (s: SubscriptionRecord) => html`<form method="post">
<input type="hidden" name="subscription" value="${s.id}">
<button class="btn main" name="do" value="resume">${copy.resume}</button>
</form>`;

const cancelQuestion = (s: SubscriptionRecord, ends: number) => html`<form method="post" id="${s.id}">
<input type="hidden" name="subscription" value="${s.id}">
<h2>${copy.cancelQuestion}</h2>
<p>${copy.cancelText(day(ends))}</p>
<div class="inline"><button class="btn danger" name="do" value="cancel">${copy.cancel}</button>
${link('?', copy.keep)}</div>
</form>`;

const invoiceMoney = (i: InvoiceRecord) => formatMoneyExact({ amount: i.amount, currency: i.currency.toUpperCase() });

function invoiceTable(invoices: InvoiceRecord[]): Html {
  const { number, date, amount, state } = copy.invoiceColumns;
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">${number}</th><th scope="col">${date}</th><th scope="col" class="num">${amount}</th><th scope="col">${state}</th></tr></thead>
<tbody>${invoices.map(
    (i) => html`<tr>
<td data-label="${number}"><a href="/sandbox/invoice/${i.id}">${i.number}</a></td>
<td data-label="${date}">${day(i.created)}</td>
<td data-label="${amount}" class="num">${invoiceMoney(i)}</td>
<td data-label="${state}"><span class="badge ${i.status === 'paid' ? 'ok' : 'bad'}">${copy.invoiceStates[i.status]}</span></td>
</tr>`,
  )}</tbody></table></div>`;
}

/** One invoice, payable while it is open. */
export function invoicePage(i: InvoiceRecord, customer: CustomerRecord, notice: PortalNotice | null): Html {
  const title = copy.invoiceTitle(i.number);
  const to = i.billedTo ?? customer;
  const { line1, postal_code, city, country } = to.address ?? {};
  const addressLine = [line1, [postal_code, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
  return layout(
    title,
    html`<h1>${title}</h1>
${noticeOf(notice)}
<div class="two">
<div class="panel">
<p><span class="badge ${i.status === 'paid' ? 'ok' : 'bad'}">${copy.invoiceStates[i.status]}</span></p>
<p>${copy.portalFor([to.name, to.email].filter(Boolean).join(', '))}</p>
${addressLine ? html`<p>${addressLine}</p>` : nothing}
${(to.invoiceSettings?.customFields ?? []).map(({ name, value }) => html`<p>${name}: ${value}</p>`)}
${to.invoiceSettings?.footer ? html`<p>${to.invoiceSettings.footer}</p>` : nothing}
<p class="muted">${copy.invoiceText}</p>
${
  i.status === 'open'
    ? html`<form method="post">${cardField({ unknown: notice === 'cardUnknown' })}
<div class="actions"><button class="btn main" name="do" value="pay">${copy.payInvoice}</button></div></form>`
    : nothing
}
</div>
<div class="sum">
<div class="row"><span>${i.line.name}</span><span>${day(i.periodStart)} – ${day(i.periodEnd)}</span></div>
<div class="total"><span>${copy.total}</span><span class="price">${invoiceMoney(i)}</span></div>
</div>
</div>`,
  );
}
