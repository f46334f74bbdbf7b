import { SaxesParser } from 'saxes';
import type { StatementPayment } from '#domain/bank/statement.ts';
import { refuse } from '#domain/refuse.ts';
import { normalize, parseCurrency, parseDay, parseMinorUnits } from './values.ts';

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
 * Booked incoming payments of an ISO 20022 camt.053 statement. A document type is refused before parsing: with it goes
 * every entity, internal or external. Only one entry at a time is kept, whatever the file's length.
 */
export function parseCamt(text: string): StatementPayment[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw refuse('STATEMENT_UNREADABLE', { reason: 'xml' });
  const payments: StatementPayment[] = [];
  const path: string[] = [];
  /** The open elements of the entry that is being read; empty between entries. */
  const open: Node[] = [];
  let statements = 0;
  let elements = 0;
  let attributes = 0;

  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  parser.on('error', () => {
    throw refuse('STATEMENT_UNREADABLE', { reason: 'xml' });
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw refuse('STATEMENT_UNREADABLE', { reason: 'long' });
  });
  parser.on('opentag', ({ name, attributes: own }) => {
    attributes = 0;
    elements += 1;
    path.push(local(name));
    if (elements > MAX_ELEMENTS) throw refuse('STATEMENT_UNREADABLE', { reason: 'lines' });
    if (path.length > DEEPEST) throw refuse('STATEMENT_UNREADABLE', { reason: 'xml' });
    if (open.length === 0) {
      const here = path.length <= 4 ? path.join('/') : '';
      if (here === STATEMENT) statements += 1;
      if (here !== ENTRY) return;
    }
    const node: Node = { name: local(name), attributes: own, text: '', children: new Map() };
    const siblings = open.at(-1)?.children;
    if (siblings?.get(node.name)?.push(node) === undefined) siblings?.set(node.name, [node]);
    open.push(node);
  });
  const addText = (piece: string) => {
    if (piece.length > LONGEST_TEXT) throw refuse('STATEMENT_UNREADABLE', { reason: 'long' });
    const node = open.at(-1);
    if (!node) return;
    node.text += piece;
    if (node.text.length > LONGEST_TEXT) throw refuse('STATEMENT_UNREADABLE', { reason: 'long' });
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    path.pop();
    const node = open.pop();
    if (node && open.length === 0) for (const payment of entryPayments(node)) payments.push(payment);
  });
  parser.write(text).close();
  if (statements === 0) throw refuse('STATEMENT_UNREADABLE', { reason: 'format' });
  return payments;
}

const STATEMENT = 'Document/BkToCstmrStmt/Stmt';
const ENTRY = `${STATEMENT}/Ntry`;
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function entryPayments(entry: Node): StatementPayment[] {
  const status = words(entry, 'Sts', 'Cd') || words(entry, 'Sts');
  if (
    words(entry, 'CdtDbtInd') !== 'CRDT' ||
    words(entry, 'RvslInd') === 'true' ||
    (status !== '' && status !== 'BOOK')
  )
    return [];
  const details = all(entry, 'NtryDtls').flatMap((detail) => all(detail, 'TxDtls'));
  const single = details.length <= 1;
  return (single ? [details[0] ?? NOTHING] : details).flatMap((detail, index): StatementPayment[] => {
    const own = find(detail, 'Amt') ?? find(detail, 'AmtDtls', 'TxAmt', 'Amt');
    const money = single ? find(entry, 'Amt') : own;
    const bookedOn = parseDay(words(entry, 'BookgDt', 'Dt') || words(entry, 'BookgDt', 'DtTm'));
    const amount = parseMinorUnits(money?.text.trim() ?? '');
    const currency = parseCurrency(money?.attributes.Ccy ?? '');
    if (!bookedOn || !amount || amount < 0 || !currency || words(detail, 'CdtDbtInd') === 'DBIT') return [];
    const remittance = find(detail, 'RmtInf') ?? NOTHING;
    const structured = all(remittance, 'Strd');
    const bankReference =
      words(detail, 'Refs', 'AcctSvcrRef') || words(entry, 'AcctSvcrRef') || words(entry, 'NtryRef');
    return [
      {
        bookedOn,
        amount,
        currency,
        payer: normalize(
          words(detail, 'RltdPties', 'Dbtr', 'Nm') || words(detail, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
          140,
        ),
        reference: normalize(structured.map((part) => words(part, 'CdtrRefInf', 'Ref')).join(' '), 140),
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
