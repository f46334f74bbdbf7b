import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { client, errorMessage } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Outcome, write } from '../../write.ts';

/** Printing of labels is written down, so it is a write. */
const PRINTING = { failed: packingCopy.papers.failed, patience: 30_000 };

/** Labels of these parcels in one PDF, a page for each box. */
export const printLabels = async (parcels: string[]): Promise<boolean> =>
  save(await write(() => client.fulfilment.admin.labels({ parcels }), PRINTING));

/** Labels of what is packed of these orders. */
export const printLabelsOf = async (orders: number[]): Promise<boolean> =>
  save(await write(() => client.fulfilment.admin.labelsOf({ orders }), PRINTING));

function save(printed: Outcome<File>): boolean {
  if (printed.outcome === 'done') saveFile(printed.value);
  else toast.error(printed.text);
  return printed.outcome === 'done';
}

/** A list that is only read. */
export async function printList(ask: () => Promise<File>): Promise<void> {
  try {
    saveFile(await ask());
  } catch (error) {
    toast.error(errorMessage(error));
  }
}
