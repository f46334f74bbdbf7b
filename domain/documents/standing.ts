import type { DocumentData } from './data.ts';
import type { DocumentKind } from './kinds.ts';

/** `price` is in the money of the sale; `data` is needed where labels may have been taken off, so of devices. */
interface Paper {
  id: string;
  kind: DocumentKind;
  citedId: string | null;
  price: number;
  data?: DocumentData;
}

/** What was sold or taken back, whatever labels took off. */
const soldBy = ({ price, data }: Paper): number =>
  data && 'lines' in data ? data.lines.reduce((sum, { label = 0 }) => sum - label, price) : price;

/** Whether a paper is a račun of which something was not taken back yet, of all papers about the same sale: it can be issued again. */
export const isStanding = (paper: Paper, all: readonly Paper[]): boolean =>
  paper.kind === 'invoice' &&
  all.reduce((left, one) => (one.citedId === paper.id ? left - soldBy(one) : left), soldBy(paper)) > 0;
