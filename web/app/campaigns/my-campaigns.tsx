import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { behindCopy } from '#domain/campaigns/behind-copy.ts';
import { campaignKinds } from '#domain/campaigns/copy.ts';
import { changeCopy, campaignListCopy as copy, editorCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { formatDateRange } from '#domain/campaigns/report/date-range.ts';
import { formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { specialCopy } from '#domain/special/copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { api, type client, queryClient } from '../api.ts';
import { type Connection, useOwnChanges } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { RowLink, TextLink } from '../ui/link.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { advertAnchor } from './advert-anchor.ts';
import styles from './my-campaigns.module.css';
import { Progress } from './progress.tsx';
import { STATE_TONES } from './state-tones.ts';
import { TvPreview } from './tv-preview.tsx';

type List = Awaited<ReturnType<typeof client.campaigns.own.list>>;
type Listed = List['campaigns'][number];

export const campaignPath = (id: string): string => pages.accountCampaign.path.replace(':id', id);

const TABS = {
  all: null,
  running: ['scheduled', 'active', 'behind'],
  review: ['review'],
  mend: ['draft', 'rejected'],
  paused: ['paused'],
  over: ['done', 'withdrawn'],
} as const satisfies Record<string, readonly Listed['state'][] | null>;
type TabKey = keyof typeof TABS;
const TAB_KEYS = Object.keys(TABS) as TabKey[];
/** In the address, so that whoever comes back from a campaign finds the same ones. */
const TAB = 'campaigns';

const isIn = (tab: TabKey, { state }: Listed) => {
  const states: readonly string[] | null = TABS[tab];
  return states === null || states.includes(state);
};

/** What a company has left, and its campaigns with what each showed; changes by itself. */
export function MyCampaigns({ showHistory }: { showHistory: () => void }) {
  const list = useQuery(api.campaigns.own.list.queryOptions());
  const connection = useOwnChanges(() => queryClient.invalidateQueries({ queryKey: api.campaigns.own.key() }));
  return (
    <DataPart name={copy.title} part={partStateOf(list)} lines={6}>
      {() => list.data && <Campaigns {...list.data} connection={connection} showHistory={showHistory} />}
    </DataPart>
  );
}

interface CampaignsProps extends List {
  connection: Connection;
  /** Goes to what changed the balances. */
  showHistory: () => void;
}

function Campaigns({ campaigns, banners, tvSeconds, connection, showHistory }: CampaignsProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const tab = TAB_KEYS.find((key) => key === search.get(TAB)) ?? 'all';
  // The part of the account that is open stands after the #.
  const setTab = (key: TabKey) =>
    void navigate({ search: key === 'all' ? '' : `?${TAB}=${key}`, hash }, { replace: true, preventScrollReset: true });
  const begin = () => void navigate(campaignPath(crypto.randomUUID()));
  const hasBalance = banners.balance + tvSeconds.balance > 0;
  const shown = campaigns.filter((one) => isIn(tab, one));
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h3 className="d h3">{copy.title}</h3>
        <div className={styles.buttons}>
          <ButtonLink variant="secondary" to={pages.adsTemplates.path}>
            {copy.templates}
          </ButtonLink>
          <Button onClick={begin}>{copy.new}</Button>
        </div>
      </div>
      <div className={styles.balances}>
        <Balance name={copy.banners} units={banners} isMain />
        <Balance name={copy.seconds} units={tvSeconds} />
      </div>
      <p className="muted s">
        {hasBalance ? copy.hint : copy.noBalance}{' '}
        <button type="button" className={styles.history} onClick={showHistory}>
          {copy.history}
        </button>
      </p>
      {campaigns.length === 0 ? (
        <Empty title={copy.emptyTitle} text={copy.empty}>
          <Button onClick={begin}>{copy.first}</Button>
          <TextLink to={pages.adsTemplates.path}>{copy.noPicture}</TextLink>
          <ol className={styles.steps}>
            {copy.steps.map(([lead, text]) => (
              <li key={lead}>
                <b>{lead}</b> {text}
              </li>
            ))}
          </ol>
        </Empty>
      ) : (
        <>
          <div className={styles.head}>
            <h4 className="d h4">{copy.list}</h4>
            <LiveMark isLost={connection === 'lost'}>{connection === 'lost' ? copy.lost : copy.live}</LiveMark>
          </div>
          <Tabs
            label={copy.tabsLabel}
            selected={tab}
            onSelect={setTab}
            tabs={TAB_KEYS.map((key) => ({
              key,
              label: `${copy.tabs[key]} ${campaigns.filter((one) => isIn(key, one)).length}`,
              content:
                shown.length === 0 ? (
                  <p className={styles.none}>{copy.emptyTab}</p>
                ) : (
                  <div className={styles.frame}>
                    <p className={styles.heads} aria-hidden="true">
                      <span>{copy.th.campaign}</span>
                      <span>{copy.th.where}</span>
                      <span>{copy.th.state}</span>
                      <span>{copy.th.progress}</span>
                      <span>{copy.th.today}</span>
                    </p>
                    <ul className={styles.list}>
                      {shown.map((one) => (
                        <Row key={one.id} campaign={one} />
                      ))}
                    </ul>
                  </div>
                ),
            }))}
          />
          <p className="muted s">{copy.planLegend}</p>
        </>
      )}
    </section>
  );
}

function Balance({ name, units, isMain }: { name: string; units: List['banners']; isMain?: boolean }) {
  const share = units.balance === 0 ? 0 : units.inCampaigns / units.balance;
  return (
    <div className={styles.balance} data-main={isMain}>
      <p className={`num ${styles.number}`}>{formatNumber(units.balance)}</p>
      <p className={styles.unit}>{name}</p>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <p className={styles.split}>
        <span data-used="">{copy.inCampaigns(units.inCampaigns)}</span>
        <span>{copy.free(units.free)}</span>
      </p>
    </div>
  );
}

function Row({ campaign }: { campaign: Listed }) {
  const { id, name, state, regions, venues, counted, budget, planned, picture, url } = campaign;
  const hasRun = state !== 'draft' && state !== 'review' && state !== 'rejected';
  const toMend = pathToMend(campaign);
  return (
    <li className={styles.row} data-state={state}>
      <TvPreview
        kind={campaign.kind}
        file={picture?.file ?? null}
        poster={picture?.poster ?? null}
        url={url}
        size="row"
      />
      <div className={styles.name}>
        <RowLink to={campaignPath(id)}>{name || copy.unnamed}</RowLink>
        <span className="muted s">
          {campaign.kind === 'spot' && picture ? copy.spot(picture.seconds) : campaignKinds[campaign.kind]} ·{' '}
          <span className={styles.together}>
            {campaign.special?.startsOn === null
              ? specialCopy.title
              : formatDateRange(campaign.startsOn, campaign.endsOn)}
          </span>
        </span>
      </div>
      <div>
        <p>{regions.length === 0 ? copy.everywhere : regions.map((code) => regionNames[code]).join(', ')}</p>
        <p className="muted s">
          {venues.length === 0 ? copy.everybody : venues.map((one) => venueNames[one].toLowerCase()).join(', ')}
        </p>
      </div>
      <div>
        <Badge tone={STATE_TONES[state]}>{shownStates[state]}</Badge>
        <p className="muted s">{campaign.change ? changeCopy.states[campaign.change.state] : noteOf(campaign)}</p>
        {toMend && (
          <RowLink to={toMend} aria-label={editorCopy.fixLabel(name || copy.unnamed)}>
            {editorCopy.fix}
          </RowLink>
        )}
      </div>
      <div>
        {campaign.special ? (
          <p className="muted s">{specialCopy.title}</p>
        ) : (
          <>
            <Progress kind={campaign.kind} counted={counted} budget={budget} planned={hasRun ? planned : null} />
            <p className={styles.sums}>
              <b>{`${formatNumber(counted)} / ${formatNumber(budget)}`}</b>
              <span className="muted">
                {hasRun && planned !== null ? copy.plan(planned) : copy.units[campaign.kind]}
              </span>
            </p>
          </>
        )}
      </div>
      <p className={`num ${styles.today}`} data-label={copy.th.today}>
        {campaign.today > 0 ? formatNumber(campaign.today) : ''}
      </p>
    </li>
  );
}

/** Where what was sent back is mended: at the advert itself, as far as one was named; `null`: nothing was sent back. */
function pathToMend({ id, state, mend, change }: Listed): string | null {
  if (change?.state === 'rejected') return campaignPath(change.id);
  if (state !== 'rejected') return null;
  return mend === null ? campaignPath(id) : `${campaignPath(id)}#${advertAnchor(mend)}`;
}

/** Never apart in a narrow column. */
const whole = (date: string) => date.replaceAll(' ', '\u00A0');

function noteOf(campaign: Listed): string {
  const { state, lastPlayAt, sentAt, pausedAt, updatedAt, reason, returned, held, heldUntil, late } = campaign;
  if (state === 'rejected' || state === 'withdrawn' || (state === 'paused' && reason)) return reason;
  if (state === 'review' && sentAt) return whole(copy.sent(sentAt, new Date()));
  if (pausedAt) return whole(copy.paused(pausedAt));
  if (late) return behindCopy.note(late);
  if (state === 'done' && heldUntil) return copy.held(held, heldUntil);
  if (state === 'done' && returned > 0) return copy.returned(returned);
  if (state === 'draft') return copy.saved(whole(formatDateTime(updatedAt)));
  return lastPlayAt ? copy.lastPlay(whole(formatDate(lastPlayAt))) : '';
}
