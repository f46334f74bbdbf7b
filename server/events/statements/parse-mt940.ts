import type { StatementPayment } from '#domain/events/statement.ts';
import { parseCurrency, parseDay, parseMinorUnits, tidy } from './values.ts';

/**
 * Incoming payments of a SWIFT MT940 statement: `:60F:` names the currency, every `:61:` is an entry, the `:86:` behind
 * it tells about it, with `?20`-style subfields or without.
 */
export function parseMt940(text: string): StatementPayment[] {
  const payments: StatementPayment[] = [];
  let currency = parseCurrency('');
  let last: StatementPayment | null = null;
  for (const { tag, value } of fields(text)) {
    if (tag === '60F' || tag === '60M') currency = parseCurrency(/^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? '');
    if (tag === '61') {
      last = currency && entry(value, currency);
      if (last) payments.push(last);
    }
    if (tag === '86' && last) {
      Object.assign(last, about(value));
      last = null;
    }
  }
  return payments;
}

/** Fields begin a line with `:tag:` and go on until the next; a lone `-` ends a message. */
function fields(text: string): { tag: string; value: string }[] {
  const found: { tag: string; value: string }[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const start = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (start) found.push({ tag: start[1]!, value: start[2]! });
    else if (line !== '-' && !line.startsWith('-}') && found.length > 0) found.at(-1)!.value += `\n${line}`;
  }
  return found;
}

/** Value date, booking day and month, mark, amount, kind, customer's reference, `//` the bank's. Credits only. */
function entry(value: string, currency: 'RSD' | 'EUR'): StatementPayment | null {
  const match = /^(\d{2})(\d{2})(\d{2})(?:\d{4})?C[A-Z]?(\d[\d,]*)[A-Z][A-Z0-9]{3}([^\n]*)/.exec(value);
  const bookedOn = match && parseDay(`20${match[1]}-${match[2]}-${match[3]}`);
  const amount = match && parseMinorUnits(match[4]!.replace(/,$/, ''));
  if (!bookedOn || !amount) return null;
  const [reference = '', bankReference = ''] = match[5]!.split('//');
  const named = reference.trim() === 'NONREF' ? '' : reference;
  return {
    bookedOn,
    amount,
    currency,
    payer: '',
    reference: tidy(named, 140),
    purpose: '',
    bankReference: tidy(bankReference, 140),
  };
}

function about(value: string): Pick<StatementPayment, 'payer' | 'purpose'> {
  const joined = value.replaceAll('\n', '');
  const subfields = [...joined.matchAll(/\?(\d{2})([^?]*)/g)];
  if (subfields.length === 0) {
    const named = /\/NAME\/([^/]*)/.exec(joined);
    return { payer: tidy(named?.[1], 140), purpose: tidy(value.replaceAll('\n', ' ')) };
  }
  const part = (from: number, to: number) =>
    subfields
      .filter(([, code]) => Number(code) >= from && Number(code) <= to)
      .map(([, , text]) => text)
      .join(' ');
  return { payer: tidy(part(32, 33), 140), purpose: tidy(`${part(20, 29)} ${part(60, 63)}`) };
}
