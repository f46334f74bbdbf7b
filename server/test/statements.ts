import type { call } from './people.ts';

/** Confirms what agrees, as the screen does that has just counted it. */
export async function confirmExact({ statements }: ReturnType<typeof call>['bank'], importId: string) {
  const { version } = await statements.sums({ importId });
  return statements.confirmExact({ importId, version });
}

/** Bank statements for tests and benchmarks, written as banks write them. */
export interface SampleEntry {
  amount: string;
  currency: 'RSD' | 'EUR';
  reference?: string;
  purpose?: string;
  payer?: string;
  /** Of whoever is on the other side, as an IBAN. */
  account?: string;
  booked?: string;
  bankReference?: string;
  outgoing?: boolean;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
let statement = 0;

/** The organiser's account for dinars, and the company's, as the settings ship them. */
export const ORGANISER = 'RS35999000000000010142';
export const COMPANY = 'RS35999000000000030318';

/** What the file says about the account: whose it is, and balances that add up unless they shall not. */
interface Sample {
  account?: string | null;
  /** `null`: none. Otherwise what is missing from the closing ones, minor units. */
  missing?: number | null;
}

/** Para as a statement writes them: `1234.50`. */
export const dinars = (para: number): string => `${Math.trunc(para / 100)}.${String(para % 100).padStart(2, '0')}`;

const minorUnits = (amount: string) => Math.round(Number(amount) * 100);

/** A camt.053.001.02 document of the organiser's account; each one differs from all before it. */
export function camtFile(entries: SampleEntry[], { account = ORGANISER, missing = 0 }: Sample = {}): string {
  statement += 1;
  const currencies = missing === null ? [] : [...new Set(entries.map(({ currency }) => currency))];
  const balances = currencies.map((currency) => {
    const lines = entries.filter((entry) => entry.currency === currency);
    const net = lines.reduce((sum, { amount, outgoing }) => sum + (outgoing ? -1 : 1) * minorUnits(amount), 0);
    const balance = (kind: string, amount: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${(Math.abs(amount) / 100).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`;
    return balance('OPBD', 100_000) + balance('CLBD', 100_000 + net + missing!);
  });
  const named = account === null ? '' : `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>`;
  const head = `<LglSeqNb>${statement}</LglSeqNb>${named}${balances.join('')}`;
  const booked = entries.map((entry) => {
    const { amount, currency, reference = '', purpose = '', payer = '', booked = '2027-05-03', bankReference } = entry;
    const strd = reference && `<Strd><CdtrRefInf><Ref>${escaped(reference)}</Ref></CdtrRefInf></Strd>`;
    const ustrd = purpose && `<Ustrd>${escaped(purpose)}</Ustrd>`;
    const refs = bankReference ? `<Refs><AcctSvcrRef>${bankReference}</AcctSvcrRef></Refs>` : '';
    const party = entry.outgoing ? 'Cdtr' : 'Dbtr';
    const at = entry.account ? `<${party}Acct><Id><IBAN>${entry.account}</IBAN></Id></${party}Acct>` : '';
    const named = payer && `<${party}><Nm>${escaped(payer)}</Nm></${party}>`;
    const debtor = (named || at) && `<RltdPties>${named}${at}</RltdPties>`;
    return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${entry.outgoing ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${booked}</Dt></BookgDt><NtryDtls><TxDtls>${refs}${debtor}<RmtInf>${ustrd}${strd}</RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>${statement}</MsgId></GrpHdr><Stmt><Id>${statement}</Id>${head}${booked.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}
