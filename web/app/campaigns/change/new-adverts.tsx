import { useState } from 'react';
import { useNavigate } from 'react-router';
import { changeCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from '../campaign.module.css';
import type { OwnCampaignRow } from '../editor/own-campaign.ts';
import { campaignPath } from '../my-campaigns.tsx';
import { STATE_TONES } from '../state-tones.ts';

interface Props {
  campaign: OwnCampaignRow;
  reload: () => Promise<unknown>;
  /** For a campaign that shows nothing, the first thing to do on its page. */
  words?: { begin: string; hint: string; title: string };
}

const RUNNING = { begin: changeCopy.begin, hint: changeCopy.beginHint, title: changeCopy.title };

/** The way to other adverts and another address, and where such a change stands. */
export function NewAdverts({ campaign: { id, change }, reload, words }: Props) {
  const said = words ?? RUNNING;
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const begin = useSingleFlight(async () => {
    setBusy(true);
    const fresh = crypto.randomUUID();
    const outcome = await write(() => client.campaigns.own.begin({ id: fresh, changeOf: id }));
    setBusy(false);
    if (outcome.outcome === 'done') return navigate(campaignPath(outcome.value.id));
    toast.error(outcome.text);
    await reload();
  });
  if (!change)
    return (
      <div className={styles.newAdverts}>
        <Button variant={words ? 'primary' : 'secondary'} loading={busy} onClick={() => void begin()}>
          {said.begin}
        </Button>
        <p className="muted s">{said.hint}</p>
      </div>
    );
  return (
    <section className={styles.newAdverts} aria-label={said.title}>
      <p>
        <b>{said.title}</b> <Badge tone={STATE_TONES[change.state]}>{shownStates[change.state]}</Badge>
      </p>
      {change.state === 'rejected' && <p className={styles.reason}>{change.reason}</p>}
      <ButtonLink variant="secondary" to={campaignPath(change.id)}>
        {changeCopy.open}
      </ButtonLink>
    </section>
  );
}
