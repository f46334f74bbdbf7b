import { SaxesParser } from 'saxes';
import type { StatementPayment } from '#domain/bank/statement.ts';
import { namesPayout } from '#domain/payouts/rules.ts';
import { unreadable } from './refusal.ts';
import { newSection, type Section } from './sections.ts';
import { accountIn, normalize, parseCurrency, parseDay, parseDecimal } from './values.ts';

/** An element: its name without prefix, attributes, own text, and its children by name. */
interface Node {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Map<string, Node[]>;
}

/** No statement is deeper, has more elements, or longer texts and more attributes in one of them. */
const DEEPEST = 30;
const MAX_ELEMENTS = 1_000_000;
const LONGEST_TEXT = 10_000;
const MAX_ATTRIBUTES = 30;

/**
 * Account, number, balances and booked payments of each statement in an ISO 20022 camt.053 file. A document type is refused before
 * parsing: with it goes every entity, internal or external. Only one entry at a time is kept, whatever the file's length.
 */
export function parseCamt(text: string): Section[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw unreadable('xml');
  const sections: Section[] = [];
  const path: string[] = [];
  /** The open elements of the part that is being read: an entry, a balance, the account, a number; empty between them. */
  const open: Node[] = [];
  let elements = 0;
  let attributes = 0;

  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  parser.on('error', () => {
    throw unreadable('xml');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw unreadable('long');
  });
  parser.on('opentag', ({ name, attributes: own }) => {
    attributes = 0;
    elements += 1;
    path.push(local(name));
    if (elements > MAX_ELEMENTS) throw unreadable('lines');
    if (path.length > DEEPEST) throw unreadable('xml');
    if (open.length === 0) {
      const here = path.length <= 4 ? path.join('/') : '';
      if (here === STATEMENT) sections.push(newSection());
      if (!PARTS.has(here)) return;
    }
    const node: Node = { name: local(name), attributes: own, text: '', children: new Map() };
    const siblings = open.at(-1)?.children;
    if (siblings?.get(node.name)?.push(node) === undefined) siblings?.set(node.name, [node]);
    open.push(node);
  });
  const addText = (piece: string) => {
    if (piece.length > LONGEST_TEXT) throw unreadable('long');
    const node = open.at(-1);
    if (!node) return;
    node.text += piece;
    if (node.text.length > LONGEST_TEXT) throw unreadable('long');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    path.pop();
    const node = open.pop();
    if (node && open.length === 0) addPart(sections.at(-1)!, node);
  });
  parser.write(text).close();
  if (sections.length === 0) throw unreadable('format');
  return sections;
}

const STATEMENT = 'Document/BkToCstmrStmt/Stmt';
const PARTS = new Set(['Ntry', 'Bal', 'Acct', 'ElctrncSeqNb', 'LglSeqNb'].map((name) => `${STATEMENT}/${name}`));
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function addPart(section: Section, node: Node): void {
  if (node.name === 'Ntry') for (const payment of entryPayments(node)) section.payments.push(payment);
  else if (node.name === 'Bal') addBalance(section, node);
  else if (node.name === 'Acct') section.account = words(node, 'Id', 'IBAN') || words(node, 'Id', 'Othr', 'Id');
  // The number of the paper statement stands before that of the file.
  else if (node.name === 'LglSeqNb' || section.number === '') section.number = node.text.trim();
}

const BALANCES: Record<string, 'opening' | 'closing'> = { OPBD: 'opening', PRCD: 'opening', CLBD: 'closing' };

function addBalance({ balances }: Section, node: Node): void {
  const which = BALANCES[words(node, 'Tp', 'CdOrPrtry', 'Cd')];
  const money = find(node, 'Amt');
  const currency = parseCurrency(money?.attributes.Ccy ?? '');
  const amount = parseDecimal(money?.text.trim() ?? '');
  if (!which || !currency || amount === null) return;
  const signed = words(node, 'CdtDbtInd') === 'DBIT' ? -amount : amount;
  balances.set(currency, { [which]: signed, ...balances.get(currency) });
}

function entryPayments(entry: Node): StatementPayment[] {
  const status = words(entry, 'Sts', 'Cd') || words(entry, 'Sts');
  const direction = words(entry, 'CdtDbtInd');
  if ((direction !== 'CRDT' && direction !== 'DBIT') || (status !== '' && status !== 'BOOK')) return [];
  const reversed = words(entry, 'RvslInd') === 'true';
  const details = all(entry, 'NtryDtls').flatMap((detail) => all(detail, 'TxDtls'));
  const single = details.length <= 1;
  return (single ? [details[0] ?? NOTHING] : details).flatMap((detail, index): StatementPayment[] => {
    const own = find(detail, 'Amt') ?? find(detail, 'AmtDtls', 'TxAmt', 'Amt');
    const money = single ? find(entry, 'Amt') : own;
    const bookedOn = parseDay(words(entry, 'BookgDt', 'Dt') || words(entry, 'BookgDt', 'DtTm'));
    const amount = parseDecimal(money?.text.trim() ?? '');
    const currency = parseCurrency(money?.attributes.Ccy ?? '');
    if (!bookedOn || !amount || amount < 0 || !currency) return [];
    const outgoing = (words(detail, 'CdtDbtInd') || direction) === 'DBIT';
    const other = outgoing ? 'Cdtr' : 'Dbtr';
    const remittance = find(detail, 'RmtInf') ?? NOTHING;
    const structured = all(remittance, 'Strd');
    const named = structured.map((part) => words(part, 'CdtrRefInf', 'Ref')).join(' ');
    const bankReference =
      words(detail, 'Refs', 'AcctSvcrRef') || words(entry, 'AcctSvcrRef') || words(entry, 'NtryRef');
    return [
      {
        bookedOn,
        amount,
        currency,
        outgoing,
        reversed,
        payer: normalize(
          words(detail, 'RltdPties', other, 'Nm') || words(detail, 'RltdPties', other, 'Pty', 'Nm'),
          140,
        ),
        payerAccount: accountIn(
          words(detail, 'RltdPties', `${other}Acct`, 'Id', 'IBAN') ||
            words(detail, 'RltdPties', `${other}Acct`, 'Id', 'Othr', 'Id'),
        ),
        // A payment of ours that came back is nobody's payment, whatever it names, unless it names a payout.
        reference: reversed && !namesPayout(named) ? '' : normalize(named, 140),
        purpose: normalize(
          [
            ...texts(remittance, 'Ustrd'),
            ...structured.flatMap((part) => texts(part, 'AddtlRmtInf')),
            ...texts(detail, 'AddtlTxInf'),
            ...texts(entry, 'AddtlNtryInf'),
          ].join(' '),
        ),
        bankReference: normalize(single ? bankReference : `${bankReference}/${index}`, 140),
      },
    ];
  });
}

const NOTHING: Node = { name: '', attributes: {}, text: '', children: new Map() };

const all = (node: Node, name: string): Node[] => node.children.get(name) ?? [];

/** The first descendant by that path. */
function find(node: Node, ...names: string[]): Node | undefined {
  let found: Node | undefined = node;
  for (const name of names) found = found?.children.get(name)?.[0];
  return found;
}

const words = (node: Node, ...names: string[]): string => find(node, ...names)?.text.trim() ?? '';
const texts = (node: Node, name: string): string[] => all(node, name).map(({ text }) => text.trim());
