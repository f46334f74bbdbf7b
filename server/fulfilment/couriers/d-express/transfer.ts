import { foldText } from '#domain/fold.ts';
import type { ShownTransfer } from '../courier.ts';

/** What marks a transfer in what is known of it: `DX-20261119-77`, `DEX12`. */
const MARK = /\b(?:DEX|DX)-?\d[\dA-Z-]{0,40}/i;
/** The model before a reference, as banks write it. */
const MODEL = /^\(?(?:97|00|99)\)?\s+/;

/** Recognised by the payer's name, whatever its spaces and dashes; the mark is the reference, or stands in the purpose. */
export function transferOf(name: string, { payer, reference, purpose }: ShownTransfer): string | null {
  if (!bare(payer).includes(bare(name))) return null;
  const marked = MARK.exec(reference) ?? MARK.exec(purpose);
  return marked?.[0].toUpperCase() ?? reference.trim().replace(MODEL, '').trim();
}

const bare = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, '');
