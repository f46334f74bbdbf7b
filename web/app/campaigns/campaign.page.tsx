import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { common } from '#domain/copy.ts';
import { pages } from '#domain/pages.ts';
import { api, client, queryClient } from '../api.ts';
import { MembersOnly } from '../auth/members-only.tsx';
import { type Connection, useOwnChanges } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { write } from '../write.ts';
import styles from './campaign.module.css';
import { RunningCampaignChange } from './change/running-campaign-change.tsx';
import { Editor } from './editor/editor.tsx';
import type { OwnCampaignRow } from './editor/own-campaign.ts';
import { SentCampaign } from './sent-campaign.tsx';
import { SpecialCampaign } from './special/special-campaign.tsx';

/** One campaign of a company: its editor while it may be changed, its numbers and reins afterwards. An unknown address is a new draft. */
export default function CampaignPage() {
  const { id = '' } = useParams();
  return (
    <div className={styles.page}>
      <p className={styles.crumb}>
        <Link to={`${pages.account.path}#reklame`}>{`← ${copy.back}`}</Link>
      </p>
      <MembersOnly meanwhile={<Skeleton lines={8} heading={copy.back} />}>
        {() => <Campaign id={id} key={id} />}
      </MembersOnly>
    </div>
  );
}

/** Why a draft could not be opened; `code` as in `Outcome`. */
type NotBegun = Error & { code: string | null };

function Campaign({ id }: { id: string }) {
  const key = api.campaigns.own.read.queryKey({ input: { id } });
  const campaign = useQuery({
    queryKey: key,
    queryFn: async () => {
      const begun = await write(() => client.campaigns.own.begin({ id }));
      if (begun.outcome === 'done') return begun.value;
      throw Object.assign(new Error(begun.text), { code: begun.code }) satisfies NotBegun;
    },
    retry: false,
    refetchOnWindowFocus: false,
  });
  const opened = campaign.data;
  const state = opened?.state;
  const isDraft = state === 'draft' || state === 'rejected';
  const report = api.campaigns.own.report.queryKey({ input: { id } });
  const objections = api.campaigns.own.objections.queryKey({ input: { id } });
  const readAgain = () =>
    Promise.all([key, report, objections].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const connection = useOwnChanges(readAgain, state !== undefined && !isDraft);
  if (campaign.isPending) return <Skeleton lines={10} heading={copy.back} />;
  if (!opened) {
    const { code, message } = campaign.error as NotBegun;
    if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return <Empty heading="h1" title={copy.notFound} />;
    return (
      <>
        <h1 className="d h1">{copy.new}</h1>
        <FormError title={message} />
        <Button variant="secondary" onClick={() => campaign.refetch()}>
          {common.retry}
        </Button>
      </>
    );
  }
  const reload = () => queryClient.invalidateQueries({ queryKey: api.campaigns.own.key() });
  return (
    <DataPart name={copy.unsavedForm} part={partStateOf(campaign)}>
      {() => <Opened campaign={opened} reload={reload} connection={connection} readAt={campaign.dataUpdatedAt} />}
    </DataPart>
  );
}

interface OpenedProps {
  campaign: OwnCampaignRow;
  reload: () => Promise<unknown>;
  connection: Connection;
  readAt: number;
}

function Opened({ campaign, reload, connection, readAt }: OpenedProps) {
  const { changes, special, state } = campaign;
  const isDraft = state === 'draft' || state === 'rejected';
  if (changes) return <RunningCampaignChange change={campaign} running={changes} reload={reload} />;
  if (special && !isDraft) return <SpecialCampaign campaign={campaign} reload={reload} />;
  if (isDraft) return <Editor campaign={campaign} reload={reload} />;
  return <SentCampaign campaign={campaign} reload={reload} connection={connection} readAt={readAt} />;
}
