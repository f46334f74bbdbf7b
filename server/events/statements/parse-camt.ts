import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { StatementPayment } from '#domain/events/statement.ts';
import { refuse } from '../refuse.ts';
import { parseCurrency, parseDay, parseMinorUnits, tidy } from './values.ts';

/** Any XML element: text, attributes with `@`, children by name. */
type Node = { [name: string]: unknown };

const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Strd', 'Ustrd']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => LISTS.has(name),
});

/**
 * Booked incoming payments of an ISO 20022 camt.053 statement. A document type is refused before parsing: with it goes
 * every entity, internal or external.
 */
export function parseCamt(text: string): StatementPayment[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true)
    throw refuse('STATEMENT_UNREADABLE', { reason: 'xml' });
  const statements = list(child(readXml(text), 'Document', 'BkToCstmrStmt').Stmt);
  if (statements.length === 0) throw refuse('STATEMENT_UNREADABLE', { reason: 'format' });
  return statements.flatMap((statement) => list(statement.Ntry).flatMap(entryPayments));
}

function readXml(text: string): Node {
  try {
    return parser.parse(text) as Node;
  } catch {
    throw refuse('STATEMENT_UNREADABLE', { reason: 'xml' });
  }
}

function entryPayments(entry: Node): StatementPayment[] {
  const status = words(child(entry, 'Sts').Cd) || words(entry.Sts);
  if (entry.CdtDbtInd !== 'CRDT' || entry.RvslInd === 'true' || (status !== '' && status !== 'BOOK')) return [];
  const details = list(entry.NtryDtls).flatMap((detail) => list(detail.TxDtls));
  const single = details.length <= 1;
  return (single ? [details[0] ?? {}] : details).flatMap((detail, index): StatementPayment[] => {
    const own = detail.Amt ?? child(detail, 'AmtDtls', 'TxAmt').Amt;
    const money = child({ Amt: single ? entry.Amt : own }, 'Amt');
    const bookedOn = parseDay(words(child(entry, 'BookgDt').Dt) || words(child(entry, 'BookgDt').DtTm));
    const amount = parseMinorUnits(words(money['#text']));
    const currency = parseCurrency(words(money['@Ccy']));
    if (!bookedOn || !amount || amount < 0 || !currency || detail.CdtDbtInd === 'DBIT') return [];
    const remittance = child(detail, 'RmtInf');
    const structured = list(remittance.Strd);
    const debtor = child(detail, 'RltdPties', 'Dbtr');
    const bankReference = words(child(detail, 'Refs').AcctSvcrRef) || words(entry.AcctSvcrRef) || words(entry.NtryRef);
    return [
      {
        bookedOn,
        amount,
        currency,
        payer: tidy(words(debtor.Nm) || words(child(debtor, 'Pty').Nm), 140),
        reference: tidy(structured.map((part) => words(child(part, 'CdtrRefInf').Ref)).join(' '), 140),
        purpose: tidy(
          [
            ...texts(remittance.Ustrd),
            ...structured.flatMap((part) => texts(part.AddtlRmtInf)),
            ...texts(detail.AddtlTxInf),
            ...texts(entry.AddtlNtryInf),
          ].join(' '),
        ),
        bankReference: tidy(single ? bankReference : `${bankReference}/${index}`, 140),
      },
    ];
  });
}

/** The descendant by that path, an empty element when any step is missing. */
function child(node: Node, ...path: string[]): Node {
  let found: unknown = node;
  for (const name of path) found = isNode(found) ? found[name] : undefined;
  return isNode(found) ? found : typeof found === 'string' ? { '#text': found } : {};
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const words = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : isNode(value) && typeof value['#text'] === 'string' ? value['#text'] : '';
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(words) : [words(value)]);
