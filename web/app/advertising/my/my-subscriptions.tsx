import { useState } from 'react';
import { subscriptionStates } from '#domain/advertising/copy.ts';
import { mine } from '#domain/advertising/my-copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { paidMonthsCopy, paidMonthsSaid } from '#domain/advertising/paid-months-copy.ts';
import { formatMoney } from '#domain/money.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { pages } from '#domain/pages.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { usePageRestoredFromCache } from '../../ui/form/use-page-restored-from-cache.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { write } from '../../write.ts';
import { STATE_TONE } from '../subscriptions/subscription-tone.ts';
import own from './my-advertising.module.css';
import { PauseOwnSubscriptionDialog } from './pause-own-subscription-dialog.tsx';

const copy = mine.subscription;
type Account = Awaited<ReturnType<typeof client.advertising.account>>;
type Subscription = Account['subscriptions'][number];
type Advance = Account['advances'][number];

/** Buttons are named by what the company wants; those of the pause ask first, the others open the provider's billing portal. */
const ACTS: Record<Subscription['state'], readonly ('card' | 'cancel' | 'resume' | 'pause' | 'unpause')[]> = {
  starting: ['card'],
  active: ['card', 'pause', 'cancel'],
  pastDue: ['card', 'cancel'],
  endsOn: ['resume', 'card'],
  paused: ['unpause', 'card', 'cancel'],
  cancelled: [],
};

export function MySubscriptions({
  subscriptions,
  advances,
  hasPortal,
  reload,
}: {
  subscriptions: readonly Subscription[];
  /** Packages that were paid ahead. */
  advances: readonly Advance[];
  hasPortal: boolean;
  reload: () => Promise<unknown>;
}) {
  const [asked, setAsked] = useState<{ one: Subscription; act: 'pause' | 'unpause' } | null>(null);
  const [opening, setOpening] = useState<string | null>(null);
  usePageRestoredFromCache(() => setOpening(null));
  const openPortal = useSingleFlight(async (which: string) => {
    setOpening(which);
    const outcome = await write(() => client.advertising.portal());
    if (outcome.outcome === 'done') return window.location.assign(outcome.value.url);
    toast.error(outcome.text);
    setOpening(null);
  });
  const running = subscriptions.filter(({ state }) => state !== 'cancelled');
  const earlier = subscriptions.filter(({ state }) => state === 'cancelled');

  return (
    <Section aria-labelledby="subscription-title">
      <h3 className="d h3" id="subscription-title">
        {copy.title}
      </h3>
      {running.length === 0 && advances.length === 0 && (
        <Empty title={copy.none} text={copy.noneHint}>
          <ButtonLink variant="secondary" to={pages.marketingPackages.path}>
            {copy.shop}
          </ButtonLink>
        </Empty>
      )}
      {running.length > 0 && (
        <ul className={own.running}>
          {running.map((one) => (
            <Running
              key={one.id}
              one={one}
              opening={opening}
              openPortal={openPortal}
              ask={(act) => setAsked({ one, act })}
            />
          ))}
        </ul>
      )}
      {advances.length > 0 && (
        <ul className={own.running}>
          {advances.map((one) => (
            <PaidAhead key={one.order} one={one} />
          ))}
        </ul>
      )}
      {hasPortal && (
        <div className="row">
          <p className="muted s">{copy.portal}</p>
          <Button
            size="sm"
            variant="ghost"
            loading={opening === 'invoices'}
            loadingLabel={copy.opening}
            onClick={() => openPortal('invoices')}
          >
            {copy.invoices}
          </Button>
        </div>
      )}
      {earlier.length > 0 && (
        <details className={own.earlier}>
          <summary>{copy.earlier}</summary>
          <ul>
            {earlier.map((one) => (
              <li key={one.id}>{sentenceOf(one)}</li>
            ))}
          </ul>
        </details>
      )}
      {asked && <PauseOwnSubscriptionDialog {...asked} close={() => setAsked(null)} done={reload} />}
    </Section>
  );
}

interface RunningProps {
  one: Subscription;
  /** The button whose page of the provider is being opened. */
  opening: string | null;
  openPortal: (which: string) => Promise<void>;
  ask: (act: 'pause' | 'unpause') => void;
}

function Running({ one, opening, openPortal, ask }: RunningProps) {
  return (
    <li data-tone={STATE_TONE[one.state]}>
      <div className={own.words}>
        <Badge tone={STATE_TONE[one.state]}>{subscriptionStates[one.state]}</Badge>
        <p>{one.isChanging ? `${sentenceOf(one)} ${copy.changing}` : sentenceOf(one)}</p>
      </div>
      <div className={own.acts}>
        {ACTS[one.state]
          .filter((act) => act !== 'unpause' || one.isPausedByWish)
          .filter((act) => !one.isChanging || (act !== 'pause' && act !== 'unpause'))
          .map((act, index) => (
            <Button
              key={act}
              size="sm"
              variant={index === 0 && one.state !== 'active' ? 'primary' : 'secondary'}
              loading={opening === `${one.id} ${act}`}
              loadingLabel={copy.opening}
              onClick={() => (act === 'pause' || act === 'unpause' ? ask(act) : openPortal(`${one.id} ${act}`))}
            >
              {copy[act]}
              <span className="vh">: {copy.forPackage(packageTitle(one.packageName))}</span>
            </Button>
          ))}
      </div>
    </li>
  );
}

function PaidAhead({ one }: { one: Advance }) {
  return (
    <li data-tone={one.goingBack > 0 ? 'warn' : 'ok'}>
      <div className={own.words}>
        <Badge tone={one.goingBack > 0 ? 'warn' : 'ok'}>{paidMonthsCopy.title}</Badge>
        <p>
          {copy.ahead(packageTitle(one.packageName))} {paidMonthsSaid(one)}
        </p>
      </div>
      <div className={own.acts}>
        <ButtonLink size="sm" variant="secondary" to={orderPath(one.order)}>
          {paidMonthsCopy.order(one.order)}
        </ButtonLink>
      </div>
    </li>
  );
}

function sentenceOf({ state, packageName, amount, currency, renewsAt, endsAt }: Subscription): string {
  const name = packageTitle(packageName);
  const next = renewsAt && formatDate(renewsAt);
  const end = endsAt && formatDate(endsAt);
  switch (state) {
    case 'starting':
      return copy.starting(name);
    case 'active':
      return copy.active(name, formatMoney({ amount, currency }), next);
    case 'pastDue':
      return copy.pastDue(name, next);
    case 'endsOn':
      return end ? copy.endsOn(name, end) : copy.active(name, formatMoney({ amount, currency }), null);
    case 'paused':
      return copy.paused(name);
    case 'cancelled':
      return copy.cancelled(name, end);
  }
}
