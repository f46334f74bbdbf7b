import type { ListedDocument } from '#domain/documents/contract.ts';
import { documentsCopy as copy, documentNames } from '#domain/documents/copy.ts';
import styles from './document-buttons.module.css';
import { errorMessage } from './error-message.ts';
import { useSingleFlight } from './single-flight.ts';
import { Button } from './ui/button.tsx';
import { toast } from './ui/overlay/toast.tsx';
import { saveFile } from './ui/save-file.ts';

interface Props {
  documents: readonly ListedDocument[];
  /** Fetches the PDF with the session's token. */
  open: (id: string) => Promise<File>;
}

/** Papers by their numbers, each saved with one press. One that is still being drawn says so. */
export function DocumentButtons({ documents, open }: Props) {
  const save = useSingleFlight(async (id: string) => {
    try {
      saveFile(await open(id));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  });
  return (
    <ul className={styles.list}>
      {documents.map(({ id, kind, number, ready }) => (
        <li key={id}>
          <Button
            size="sm"
            variant="ghost"
            aria-label={copy.open(documentNames[kind], number)}
            onClick={() => void save(id)}
          >
            {number}
          </Button>
          {kind !== 'invoice' && <span className="muted s">{documentNames[kind].toLowerCase()}</span>}
          {!ready && <span className="muted s">{copy.busy}</span>}
        </li>
      ))}
    </ul>
  );
}
