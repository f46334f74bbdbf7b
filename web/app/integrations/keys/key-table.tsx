import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import { keysCopy as copy } from '#domain/integrations/keys/copy.ts';
import { daysUntil, type KeyState } from '#domain/integrations/keys/rules.ts';
import { whenWords } from '#domain/system/amounts.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import type { client } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './keys.module.css';

export type ApiKey = Awaited<ReturnType<typeof client.integrations.keys.list>>[number];

const TONES: Partial<Record<KeyState, 'ok' | 'warn' | 'err'>> = { valid: 'ok', ending: 'warn', ended: 'err' };

/** Those that are valid first; what ended is dimmed and has nothing to do. */
export function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const now = new Date();
  const { columns } = copy;
  return (
    <table className={styles.table} aria-label={copy.title}>
      <thead>
        <tr>
          <th>{columns.key}</th>
          <th>{columns.duties}</th>
          <th>{columns.networks}</th>
          <th>{columns.endsOn}</th>
          <th>{columns.lastUsed}</th>
          <th>{columns.state}</th>
          <th>
            <span className="vh">{columns.act}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const isLive = key.state === 'valid' || key.state === 'ending';
          return (
            <tr key={key.id} data-off={!isLive || undefined}>
              <td>
                <b>{key.name}</b>
                <small>{aboutKey(key)}</small>
              </td>
              <td data-label={columns.duties}>
                <Duties of={key} isLive={isLive} />
              </td>
              <td data-label={columns.networks}>
                <span>
                  {key.networks.length === 0
                    ? copy.allNetworks
                    : key.networks.map((network) => (
                        <span key={network} className={styles.network}>
                          {network}
                        </span>
                      ))}
                </span>
              </td>
              <td data-label={columns.endsOn} className="nb">
                {key.state === 'revoked' ? '–' : copy.day(key.endsOn)}
              </td>
              <td data-label={columns.lastUsed}>
                <span>
                  {key.lastUsedAt === null ? (
                    copy.unused
                  ) : (
                    <>
                      {whenWords(new Date(key.lastUsedAt), now)}
                      {key.lastUsedFrom && <small>{key.lastUsedFrom}</small>}
                    </>
                  )}
                </span>
              </td>
              <td data-label={columns.state}>
                <Badge {...(TONES[key.state] ? { tone: TONES[key.state]! } : {})}>
                  {key.state === 'ending' ? copy.endsIn(daysUntil(key.endsOn, dayOf(now))) : copy.states[key.state]}
                </Badge>
              </td>
              <td className={styles.act}>
                {isLive && (
                  <button
                    type="button"
                    className={styles.link}
                    aria-label={copy.revoke.of(key.name)}
                    onClick={() => onRevoke(key)}
                  >
                    {copy.revoke.button}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The end of the secret, and of a revoked one when and by whom. */
const aboutKey = ({ ending, revokedAt, revokedBy }: ApiKey): string =>
  [
    copy.masked(ending),
    revokedAt && (revokedBy ? `${formatDate(revokedAt).replace(/\.$/, '')}, ${revokedBy}` : formatDate(revokedAt)),
  ]
    .filter(Boolean)
    .join(' · ');

function Duties({ of: { duties, lostDuties, writes }, isLive }: { of: ApiKey; isLive: boolean }) {
  const isLost = (duty: ApiKey['duties'][number]) => isLive && lostDuties.includes(duty);
  return (
    <span>
      <span className={styles.tags}>
        {duties.map((duty) => (
          <span key={duty} data-lost={isLost(duty) || undefined}>
            {dutyNames[duty]}
          </span>
        ))}
      </span>
      <small>{copy.mode(writes)}</small>
      {duties.some(isLost) && (
        <small className={styles.lost}>
          {copy.lost(
            duties
              .filter(isLost)
              .map((duty) => dutyNames[duty])
              .join(', '),
          )}
        </small>
      )}
    </span>
  );
}
