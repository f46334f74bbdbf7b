import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysCopy as copy } from '#domain/integrations/keys/copy.ts';
import { whenWords } from '#domain/system/amounts.ts';
import { api, client, errorMessage } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { write } from '../../write.ts';
import { type ApiKey, KeyTable } from './key-table.tsx';
import styles from './keys.module.css';
import { type CreatedKey, MadeKeyDialog } from './made-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** Keys of other programs: who may what until when, a new one, and the end of one. `making` is opened from the head of the page. */
export function KeysSection({ making, onMaking }: { making: boolean; onMaking: (open: boolean) => void }) {
  const keys = useQuery(api.integrations.keys.list.queryOptions());
  const [made, setMade] = useState<CreatedKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  useLiveList('keys', () => keys.refetch({ throwOnError: true }));

  async function download() {
    try {
      saveFile(await client.integrations.keys.export());
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  const count = (...states: ApiKey['state'][]) =>
    (keys.data ?? []).filter(({ state }) => states.includes(state)).length;
  return (
    <>
      <section className={styles.panel} aria-labelledby="kljucevi-naslov">
        <header className={styles.head}>
          <h2 id="kljucevi-naslov">
            {copy.title} {keys.data && <span>{copy.counts(count('valid', 'ending'), count('revoked'))}</span>}
          </h2>
          {keys.data && keys.data.length > 0 && (
            <button type="button" className={styles.link} onClick={() => void download()}>
              {copy.export}
            </button>
          )}
        </header>
        <DataPart name={copy.title} part={partStateOf(keys)} lines={4}>
          {() =>
            keys.data!.length === 0 ? (
              <Empty title={copy.empty} text={copy.emptyText}>
                <Button size="sm" variant="secondary" onClick={() => onMaking(true)}>
                  {copy.make}
                </Button>
              </Empty>
            ) : (
              <KeyTable keys={keys.data!} onRevoke={setRevoking} />
            )
          }
        </DataPart>
      </section>
      {making && (
        <NewKeyDialog
          onClose={() => onMaking(false)}
          onMade={(next) => {
            onMaking(false);
            setMade(next);
            void keys.refetch();
          }}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(null)} />}
      {revoking && (
        <RevokeDialog
          apiKey={revoking}
          onClose={() => setRevoking(null)}
          onRevoked={() => {
            setRevoking(null);
            void keys.refetch();
          }}
        />
      )}
    </>
  );
}

/** One question; afterwards the program is out. */
function RevokeDialog({
  apiKey: { id, name, lastUsedAt },
  onClose,
  onRevoked,
}: {
  apiKey: ApiKey;
  onClose: () => void;
  onRevoked: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const words = copy.revoke;
  const revoke = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.integrations.keys.revoke({ id }), { failed: words.failed });
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(words.done(name));
    onRevoked();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      text={words.lead(name, lastUsedAt && whenWords(new Date(lastUsedAt), new Date()))}
      yes={words.yes}
      no={words.no}
      danger
      busy={busy}
      problem={problem}
      onConfirm={() => void revoke()}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}
