import { lateCopy } from '#domain/late-copy.ts';
import { late } from '../../ui/late/late.tsx';

// What every page knows of this one is its address alone: the desk comes when it is opened.
const BankDesk = late(() => import('./bank-desk.tsx'), { size: 'part', title: lateCopy.statement });

/** Statements of every account, and what their payments are for. */
export default function AdminBankPage() {
  return <BankDesk />;
}
