import { html } from 'hono/html';
import { sandboxCopy as copy } from '#domain/payments/sandbox-copy.ts';
import type { Card } from '../records.ts';
import { type Html, nothing } from './layout.ts';

/** Stripe's published test numbers, and how the sandbox treats each. */
const TEST_CARDS: Record<string, Card['behaviour']> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declines',
  '4000000000009995': 'lacks funds',
  '4000000000000341': 'declines renewals',
  '4000000000000259': 'disputes',
};

/** The test card with that number, `null` for anything else: a real number is not even looked at. */
export function cardNumbered(text: string): Card | null {
  const digits = text.replace(/[\s-]/g, '');
  const behaviour = TEST_CARDS[digits];
  return behaviour ? { last4: digits.slice(-4), behaviour } : null;
}

const grouped = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

export function cardField({ unknown }: { unknown: boolean }): Html {
  const examples = Object.entries(TEST_CARDS).map(
    ([digits, behaviour]) => html`<dt>${grouped(digits)}</dt><dd>${copy.examples[behaviour]}</dd>`,
  );
  return html`<label for="card">${copy.cardNumber}</label>
<input id="card" name="card" value="${grouped('4242424242424242')}" inputmode="numeric" autocomplete="off" maxlength="23" required aria-describedby="card-hint"${unknown ? html` aria-invalid="true"` : nothing}>
<p class="hint" id="card-hint">${unknown ? copy.cardUnknown : copy.cardHint}</p>
<details><summary>${copy.cardExamples}</summary><dl>${examples}</dl></details>`;
}
