import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { client, errorMessage } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { write } from '../../write.ts';

/** Printing of labels is written down, so it is a write. Milliseconds. */
const PRINTING = { failed: packingCopy.papers.failed, patience: 60_000 };

/** Labels of these parcels in one PDF, a page for each box. */
export const printLabels = async (parcels: string[]): Promise<boolean> => (await print({ parcels })) !== null;

/** Labels of what is packed of these orders, and the orders that have none; `null`: nothing was printed. */
export const printLabelsOf = (orders: number[]): Promise<{ skipped: number[] } | null> => print({ orders });

async function print(wanted: Parameters<typeof client.fulfilment.admin.printing>[0]) {
  const printed = await write(async () => drawn(await client.fulfilment.admin.printing(wanted)), PRINTING);
  if (printed.outcome !== 'done') {
    toast.error(printed.text);
    return null;
  }
  saveFile(printed.value.file);
  return printed.value;
}

/** While more than a few are drawn, it is said how far that is. */
async function drawn(steps: Awaited<ReturnType<typeof client.fulfilment.admin.printing>>) {
  let stopSaying = () => {};
  let skipped: number[] = [];
  try {
    for await (const said of steps) {
      stopSaying();
      if ('pdf' in said)
        return { file: new File([bytesOf(said.pdf)], said.name, { type: 'application/pdf' }), skipped };
      skipped = said.skipped;
      if (said.total > LABELS_AT_ONCE) stopSaying = toast.checking(packingCopy.papers.drawing(said.done, said.total));
    }
  } finally {
    stopSaying();
  }
  throw new TypeError('the stream ended before the file');
}

/** So many labels are there at once. */
const LABELS_AT_ONCE = 10;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A list that is only read; whether it came. */
export async function downloadList(ask: () => Promise<File>): Promise<boolean> {
  try {
    saveFile(await ask());
    return true;
  } catch (error) {
    toast.error(errorMessage(error));
    return false;
  }
}
