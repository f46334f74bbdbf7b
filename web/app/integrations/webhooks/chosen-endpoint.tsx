import type { ReactNode } from 'react';
import { HOUR_MS } from '#domain/day.ts';
import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { decimal, whenWords } from '#domain/system/amounts.ts';
import { formatDate, formatDayAndMonth, formatTime } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tags } from './endpoint-table.tsx';
import styles from './webhooks.module.css';
import { type Endpoint, hostOf, stateOf, TONES } from './webhooks.ts';

export type EndpointAct = 'edit' | 'test' | 'remove' | 'rotate' | 'end' | 'on' | 'try';

interface ChosenProps {
  endpoint: Endpoint;
  busy: EndpointAct | null;
  onAct: (act: EndpointAct) => void;
}

/** The chosen address: what it is, and its secret. */
export function ChosenEndpoint({ endpoint, busy, onAct }: ChosenProps) {
  const state = stateOf(endpoint);
  const { delivered, failed, waiting } = endpoint.counts;
  const all = delivered + failed + waiting;
  const act = (name: EndpointAct, label: string, variant: 'secondary' | 'danger' = 'secondary') => (
    <Button size="sm" variant={variant} loading={busy === name} disabled={busy !== null} onClick={() => onAct(name)}>
      {label}
    </Button>
  );
  return (
    <>
      <section className={styles.panel} aria-labelledby="adresa-naslov">
        <header>
          <h3 id="adresa-naslov">{copy.chosen}</h3>
          <Badge tone={TONES[state]}>{copy.states[state]}</Badge>
        </header>
        <div className={styles.body}>
          {state === 'off' && <SwitchedOff endpoint={endpoint}>{act('on', copy.on)}</SwitchedOff>}
          {state === 'paused' && <Paused endpoint={endpoint}>{act('try', copy.tryNow)}</Paused>}
          <dl className={styles.facts}>
            <Fact name={copy.url}>
              <b>{endpoint.url}</b>
            </Fact>
            <Fact name={copy.events}>
              <Tags events={endpoint.events} />
            </Fact>
            <Fact name={copy.added}>{copy.addedBy(formatDate(endpoint.madeAt), endpoint.madeBy)}</Fact>
            <Fact name={copy.secret}>{secretWords(endpoint)}</Fact>
            <Fact name={copy.arrived}>
              {all === 0 ? copy.nothingSent : copy.share(decimal((100 * delivered) / all, 1))}
            </Fact>
          </dl>
          <div className={styles.row}>
            {act('edit', copy.edit)}
            {act('test', copy.test)}
            {act('remove', copy.remove, 'danger')}
          </div>
        </div>
      </section>
      <SecretPanel endpoint={endpoint} act={act} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SwitchedOff({ endpoint, children }: { endpoint: Endpoint; children: ReactNode }) {
  const at = new Date(endpoint.offAt!);
  return (
    <div className={styles.err} role="alert">
      <b>{copy.off(hostOf(endpoint), formatDayAndMonth(at), formatTime(at))}</b>{' '}
      {copy.offText(endpoint.waiting, endpoint.toldTo ?? '')}
      <div className={styles.row}>{children}</div>
    </div>
  );
}

function Paused({ endpoint, children }: { endpoint: Endpoint; children: ReactNode }) {
  return (
    <div className={styles.warn} role="status">
      <b>{copy.paused(formatTime(new Date(endpoint.pausedUntil!)))}</b> {copy.pausedText(endpoint.waiting)}
      <div className={styles.row}>{children}</div>
    </div>
  );
}

function secretWords({ secret, oldSecret }: Endpoint): string {
  if (!oldSecret) return copy.oneSecret(secret.ending);
  return copy.twoSecrets(formatDayAndMonth(oldSecret.until), formatTime(oldSecret.until));
}

function SecretPanel({
  endpoint: { secret, oldSecret },
  act,
}: {
  endpoint: Endpoint;
  act: (name: EndpointAct, label: string, variant?: 'secondary' | 'danger') => ReactNode;
}) {
  const now = new Date();
  const since = copy.secretSince(secret.ending, whenWords(new Date(secret.since), now));
  const hours = oldSecret
    ? Math.max(1, Math.floor((new Date(oldSecret.until).getTime() - now.getTime()) / HOUR_MS))
    : 0;
  return (
    <section className={styles.panel} aria-labelledby="tajna-naslov">
      <header>
        <h3 id="tajna-naslov">{copy.secretTitle}</h3>
        {act('rotate', copy.rotate)}
      </header>
      <div className={styles.body}>
        {oldSecret && (
          <div className={styles.warn} role="status">
            <b>{copy.two}</b> {copy.twoText(formatDayAndMonth(oldSecret.until), formatTime(oldSecret.until), hours)}
          </div>
        )}
        <dl className={styles.facts}>
          <Fact name={oldSecret ? copy.new : copy.current}>{since}</Fact>
          {oldSecret && <Fact name={copy.old}>{copy.secretLeft(oldSecret.ending, hours)}</Fact>}
        </dl>
        {oldSecret && <div className={styles.row}>{act('end', copy.endOld, 'danger')}</div>}
      </div>
    </section>
  );
}
