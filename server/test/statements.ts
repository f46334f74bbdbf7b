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
  booked?: string;
  bankReference?: string;
  outgoing?: boolean;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
let statement = 0;

/** A camt.053.001.02 document; each one differs from all before it. */
export function camtFile(entries: SampleEntry[]): string {
  statement += 1;
  const booked = entries.map((entry) => {
    const { amount, currency, reference = '', purpose = '', payer = '', booked = '2027-05-03', bankReference } = entry;
    const strd = reference && `<Strd><CdtrRefInf><Ref>${escaped(reference)}</Ref></CdtrRefInf></Strd>`;
    const ustrd = purpose && `<Ustrd>${escaped(purpose)}</Ustrd>`;
    const refs = bankReference ? `<Refs><AcctSvcrRef>${bankReference}</AcctSvcrRef></Refs>` : '';
    const debtor = payer && `<RltdPties><Dbtr><Nm>${escaped(payer)}</Nm></Dbtr></RltdPties>`;
    return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${entry.outgoing ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${booked}</Dt></BookgDt><NtryDtls><TxDtls>${refs}${debtor}<RmtInf>${ustrd}${strd}</RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>${statement}</MsgId></GrpHdr><Stmt><Id>${statement}</Id>${booked.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}
