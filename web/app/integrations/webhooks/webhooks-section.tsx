import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { useDialogRow } from '../../admin/use-dialog-row.ts';
import { api } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Button } from '../../ui/button.tsx';
import { ChosenEndpoint, type EndpointAct } from './chosen-endpoint.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { EndpointQuestion } from './questions.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { useChosenEndpoint } from './use-chosen-endpoint.ts';
import { useEndpointActions } from './use-endpoint-actions.ts';
import shared from './webhooks.module.css';
import { hostOf } from './webhooks.ts';
import styles from './webhooks-section.module.css';

/**
 * Addresses that are told what happened; the chosen one is in the page's own address. A question is about the address that it was asked
 * about, whatever becomes of the list.
 */
export default function WebhooksSection() {
  const list = useQuery(api.integrations.webhooks.list.queryOptions());
  const look = () => void list.refetch();
  useLiveList('webhooks', () => list.refetch({ throwOnError: true }));
  /** Joins the reading that the same word began: what was sent to an address is never asked for beside it. */
  const isThere = async (id: string) => {
    const { data } = await list.refetch({ throwOnError: true, cancelRefetch: false });
    return data!.some((one) => one.id === id);
  };
  const acts = useEndpointActions(look);
  const [open, setOpen] = useState<'add' | EndpointAct | null>(null);
  const { row: asked, meanwhile, ...asking } = useDialogRow({ rows: list.data }, ({ version }) => version);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const endpoints = list.data ?? [];
  const { chosen, isGone, isWanted, choose } = useChosenEndpoint(endpoints);

  function close() {
    setOpen(null);
    asking.close();
  }

  function act(name: EndpointAct) {
    if (name === 'test') return void acts.test(chosen!);
    if (name === 'try') return void acts.tryNow(chosen!);
    if (name === 'on') return void acts.switchOn(chosen!);
    setOpen(name);
    asking.ask(chosen!);
  }

  return (
    <section aria-labelledby="slanje">
      <Title onAdd={endpoints.length > 0 ? () => setOpen('add') : null} />
      <DataPart name={copy.addresses} part={partStateOf(list)} lines={5}>
        {() =>
          endpoints.length > 0 ? (
            <div className={styles.two}>
              <div>
                <EndpointTable endpoints={endpoints} chosen={chosen?.id ?? null} onChoose={choose} />
                {chosen && (
                  <Deliveries
                    key={chosen.id}
                    endpoint={chosen}
                    sending={acts.sending}
                    isThere={() => isThere(chosen.id)}
                    onAgain={(one) => void acts.again(one)}
                  />
                )}
              </div>
              <aside>
                {chosen && (
                  <ChosenEndpoint
                    endpoint={chosen}
                    busy={acts.busy?.id === chosen.id ? acts.busy.act : null}
                    onAct={act}
                  />
                )}
                {isGone && <Gone text={copy.goneText} />}
              </aside>
            </div>
          ) : (
            <NoEndpoints isGone={isGone} onAdd={() => setOpen('add')} />
          )
        }
      </DataPart>
      {(open === 'add' || (open === 'edit' && asked)) && (
        <EndpointForm
          endpoint={open === 'edit' ? asked : null}
          meanwhile={open === 'edit' ? meanwhile : null}
          onClose={close}
          onAdded={({ id, url, secret }) => {
            close();
            setShown({ host: hostOf({ url }), secret, isNew: true });
            // Chosen once the list has it: until then it would be one that is gone.
            void list.refetch().then(({ data }) => {
              if (data?.some((one) => one.id === id)) choose(id);
            });
          }}
          onChanged={() => {
            close();
            look();
          }}
        />
      )}
      {open !== null && open !== 'add' && asked && (
        <EndpointQuestion
          act={open}
          acts={acts}
          endpoint={asked}
          meanwhile={meanwhile}
          onClose={close}
          onRotated={(next) => {
            close();
            setShown(next);
            look();
          }}
          onRemoved={() => isWanted(asked.id) && choose()}
        />
      )}
      {shown && <SecretDialog shown={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

/** While no address is there, the button stands where the list would. */
function Title({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <div className={styles.title}>
      <h2 className="d h3" id="slanje">
        {copy.title}
      </h2>
      {onAdd && (
        <Button size="sm" variant="secondary" onClick={onAdd}>
          {copy.add}
        </Button>
      )}
    </div>
  );
}

/** The chosen address is no more. */
function Gone({ text }: { text?: string }) {
  return (
    <p className={shared.warn} role="status">
      <b>{copy.gone}</b>
      {text && ` ${text}`}
    </p>
  );
}

/** What stands in place of the list while no address is told of anything. */
function NoEndpoints({ isGone, onAdd }: { isGone: boolean; onAdd: () => void }) {
  return (
    <div className={styles.empty}>
      {isGone && <Gone />}
      <p className="d h4">{copy.empty}</p>
      <p className="muted s">{copy.emptyText}</p>
      <Button size="sm" variant="secondary" onClick={onAdd}>
        {copy.add}
      </Button>
    </div>
  );
}
