import { placeOfOrder, placeOfReservation } from '#domain/admin/subject-pages.ts';
import { decisionCopy as copy } from '#domain/bank/copy.ts';
import { type PackageId, packageOf } from '#domain/events/packages.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import type { client } from '../api.ts';
import { PermittedLink, SubjectLink } from '../subject-link.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import styles from './bank.module.css';
import type { Line } from './line-columns.tsx';

export type Comparison = Awaited<ReturnType<typeof client.bank.lines.compare>>;

/** Without its sign; empty where nothing can be compared. */
export const differenceOf = ({ missing, expected }: Comparison): string =>
  missing === null || !expected ? '' : formatMoneyExact({ ...expected, amount: Math.abs(missing) });

const nothingOf = (status: string | undefined): string =>
  copy.nothingExpected[status === 'otkazano' ? 'otkazano' : 'placeno'];

/** Came, expected, and the difference in one look. */
export function AmountComparison({ shown }: { shown: Comparison }) {
  const { arrived, expected, missing, together, reservation, order } = shown;
  if (!expected) return null;
  const nothing = expected.amount === 0 ? (order ? copy.nothingExpected.order : nothingOf(reservation?.status)) : null;
  return (
    <div className={styles.compare}>
      <div>
        <span className="s muted">{copy.got}</span>
        <b>{formatMoneyExact(arrived)}</b>
      </div>
      <div>
        <span className="s muted">{copy.want}</span>
        <b>{formatMoneyExact(expected)}</b>
      </div>
      <div className={styles.difference} data-agrees={missing === 0 || together || undefined}>
        {nothing !== null ? (
          <span>{nothing}</span>
        ) : missing === null ? (
          <span>{copy.otherCurrency}</span>
        ) : missing === 0 ? (
          <span>{copy.agrees}</span>
        ) : (
          <>
            <span>{missing > 0 ? copy.missing : copy.extra}</span>
            <strong className="nb">{differenceOf(shown)}</strong>
            {together && <span>{copy.together}</span>}
          </>
        )}
      </div>
    </div>
  );
}

/** What follows from linking it to money that was said by hand; `null` where `confirm` pays. */
export const linkingConsequence = ({ reservation }: Comparison): string | null =>
  reservation?.status === 'placeno' ? copy.link.text : reservation?.status === 'otkazano' ? copy.link.cancelled : null;

/** What is known of the payment and of its reservation, and what else came for it. */
export function ComparedFacts({
  shown: { reservation, order, earlier, expected },
  line,
  onUndoSkip,
}: {
  shown: Comparison;
  line: Line;
  /** Left out where skips are taken back elsewhere. */
  onUndoSkip?: (lineId: string) => void;
}) {
  const whose = order ?? reservation;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={copy.reference}>{line.reference || copy.noReference}</Fact>
        {line.purpose && <Fact name={copy.purpose}>{line.purpose}</Fact>}
        {reservation && (
          <Fact name={copy.reservation}>
            <b>
              <PermittedLink to={placeOfReservation(reservation)}>
                {reservation.number}, {reservation.name}
              </PermittedLink>
            </b>
            <br />
            {packageOf(reservation.packageId as PackageId).name}
          </Fact>
        )}
        {order && (
          <Fact name={copy.order}>
            <b>
              <PermittedLink to={placeOfOrder(order.number)}>
                {order.number}, {order.name}
              </PermittedLink>
            </b>
            <br />
            {order.productName}
          </Fact>
        )}
        {whose && (
          <>
            <Fact name={copy.price}>{formatMoneyExact(whose.price)}</Fact>
            <Fact name={copy.email}>
              <SubjectLink kind="mail" lookup={whose.email}>
                <Email address={whose.email} />
              </SubjectLink>
            </Fact>
            {whose.phone && (
              <Fact name={copy.phone}>
                <a href={`tel:${whose.phone}`}>{whose.phone}</a>
              </Fact>
            )}
            <Fact name={copy.earlier}>
              {earlier.length === 0 ? (
                copy.noEarlier
              ) : (
                <ul className={styles.earlier}>
                  {earlier.map((one, n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                    <li key={n}>
                      <span className="nb">{formatMoneyExact(one)}</span>
                      <span className="s muted">
                        {[
                          one.bookedOn ? formatDate(one.bookedOn) : copy.saidByHand,
                          one.payer,
                          copy.earlierStates[one.state],
                        ]
                          .filter(Boolean)
                          .join(', ')}
                      </span>
                      {onUndoSkip && one.state === 'dismissed' && one.lineId && (
                        <Button size="sm" variant="ghost" onClick={() => onUndoSkip(one.lineId!)}>
                          {copy.undoSkip}
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
          </>
        )}
      </dl>
      {order?.status === 'late' && <p className="s">{copy.lateOrder}</p>}
      {reservation?.status === 'isteklo' && <p className="s">{copy.lapsed}</p>}
      {reservation?.status === 'placeno' && expected && expected.amount > 0 && <p className="s">{copy.byHand}</p>}
      {reservation?.status === 'otkazano' && expected && expected.amount > 0 && (
        <p className="s">{copy.byHandCancelled}</p>
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
