import { createHash } from 'node:crypto';
import { ibanOf } from '#domain/events/payment/bank-accounts.ts';

export interface PaymentOrder {
  /** Of the list; with the installation's name it is the message's id at the bank. */
  number: number;
  moment: Date;
  /** The calendar day on which the bank shall pay. */
  day: string;
  payer: { name: string; account: string };
  /** Amounts in para, `reference` with its check digits. */
  payments: { reference: string; amount: number; payee: string; account: string; purpose: string }[];
}

/** Para as banks write them: `26050.00`. */
const decimal = (amount: number): string => `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * An ISO 20022 customer credit transfer, `pain.001.001.03`: one payment information, each payment booked by itself, Serbian accounts as
 * IBAN. The bank of an account follows from the account, so agents are named as not provided.
 */
export function paymentOrderXml({ number, moment, day, payer, payments }: PaymentOrder): string {
  const id = `VIDIK-${day.replaceAll('-', '')}-${number}`;
  const count = payments.length;
  const sum = decimal(payments.reduce((all, { amount }) => all + amount, 0));
  const agent = '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>';
  const accountOf = (account: string) => `<Id><IBAN>${ibanOf(account, 'RS')}</IBAN></Id>`;
  const transfers = payments.map(
    ({ reference, amount, payee, account, purpose }) => `
      <CdtTrfTxInf>
        <PmtId><InstrId>${reference}</InstrId><EndToEndId>${reference}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="RSD">${decimal(amount)}</InstdAmt></Amt>
        <CdtrAgt>${agent}</CdtrAgt>
        <Cdtr><Nm>${text(payee)}</Nm></Cdtr>
        <CdtrAcct>${accountOf(account)}</CdtrAcct>
        <RmtInf><Strd><CdtrRefInf><Ref>97${reference}</Ref></CdtrRefInf><AddtlRmtInf>${text(purpose)}</AddtlRmtInf></Strd></RmtInf>
      </CdtTrfTxInf>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>${moment.toISOString().slice(0, 19)}Z</CreDtTm>
      <NbOfTxs>${count}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <InitgPty><Nm>${text(payer.name)}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${id}-1</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <BtchBookg>false</BtchBookg>
      <NbOfTxs>${count}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <ReqdExctnDt>${day}</ReqdExctnDt>
      <Dbtr><Nm>${text(payer.name)}</Nm></Dbtr>
      <DbtrAcct>${accountOf(payer.account)}<Ccy>RSD</Ccy></DbtrAcct>
      <DbtrAgt>${agent}</DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>${transfers.join('')}
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
}

export const sha256Of = (bytes: string): string => createHash('sha256').update(bytes, 'utf8').digest('hex');
