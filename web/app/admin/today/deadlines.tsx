import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { todayCopy as copy, whenOf } from '#domain/admin/today-copy.ts';
import { PAYOUTS } from '#domain/admin/waiting.ts';
import { formatCount } from '#domain/count.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { mayOpen, pages } from '#domain/pages.ts';
import { dayOf } from '#domain/time.ts';
import { usePermissions } from '../../session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './today.module.css';
import { packingListPath } from './today-figures.tsx';
import type { TodayRead } from './today-read.ts';

type Deadline = NonNullable<TodayRead['deadlines']>[number];

/** What is due until tomorrow evening, by day, each with the one thing to do. */
export function Deadlines({ deadlines, isCut }: { deadlines: readonly Deadline[]; isCut: boolean }) {
  const today = dayOf(new Date());
  const sells = mayOpen('adminSales', usePermissions());
  return (
    <section className={styles.deadlines} aria-labelledby="rokovi">
      <h3 id="rokovi">{copy.due}</h3>
      {deadlines.length === 0 ? (
        <p className="muted">{copy.none}</p>
      ) : (
        <ul>
          {deadlines.map((deadline) => {
            const { text, isLate } = whenOf(deadline, today);
            const { what, rest } = wordsOf(deadline);
            return (
              <li key={`${deadline.kind}${deadline.number}${what}${rest}${deadline.day}${deadline.statement}`}>
                <span className={styles.when} data-late={isLate || undefined}>
                  {text}
                </span>
                <span>
                  <b>{what}</b>
                  {rest}
                </span>
                <ButtonLink size="sm" variant="secondary" to={placeOf(deadline, sells)}>
                  {copy.act[deadline.kind]}
                  <span className="vh"> {what}</span>
                </ButtonLink>
              </li>
            );
          })}
        </ul>
      )}
      {isCut && <p className="muted s">{copy.cut}</p>}
    </section>
  );
}

function wordsOf({ kind, number, paper, name, amount, pickUp }: Deadline): { what: string; rest: string } {
  const order = copy.order(number ?? 0);
  switch (kind) {
    case 'proforma':
      return {
        what: paper ? copy.proforma(paper) : order,
        rest: [', ', [name, amount && formatMoneyExact(amount)].filter(Boolean).join(', ')].join(''),
      };
    case 'complaint':
      return { what: copy.complaint(paper ?? ''), rest: `, ${name}: ${copy.what.complaint}` };
    case 'pickup':
      return { what: copy.pickUp(pickUp!.courier), rest: `: ${copy.toPack(formatCount(pickUp!.toPack))}` };
    case 'solution':
      return { what: copy.complaint(paper ?? ''), rest: `, ${name}: ${copy.what.solution}` };
    case 'objection':
      return { what: copy.objection(paper ?? ''), rest: `, ${name}: ${copy.what.objection}` };
    case 'report':
      return { what: copy.report(paper ?? ''), rest: `, ${name}: ${copy.what.report}` };
    case 'loss':
    case 'owed':
    case 'refund':
    case 'failed':
    case 'kept':
    case 'account':
    case 'returned':
    case 'payout':
      return {
        what: number === null ? copy.payment : order,
        rest: `, ${[name, amount && formatMoneyExact(amount)].filter(Boolean).join(', ')}: ${copy.what[kind]}`,
      };
    case 'owed_again':
    case 'unexecuted': {
      const what = kind === 'unexecuted' ? copy.paymentOrder(paper ?? '') : paper ? copy.reward(paper) : copy.payment;
      return {
        what,
        rest: `, ${[name, amount && formatMoneyExact(amount)].filter(Boolean).join(', ')}: ${copy.what[kind]}`,
      };
    }
    case 'part':
      return {
        what: copy.reservation(number ?? 0),
        rest: `, ${[name, amount && formatMoneyExact(amount)].filter(Boolean).join(', ')}: ${copy.what.part}`,
      };
    case 'second': {
      const what = number === null ? copy.payment : paper === 'order' ? order : copy.reservation(number);
      return {
        what,
        rest: `, ${[name, amount && formatMoneyExact(amount)].filter(Boolean).join(', ')}: ${copy.what.second}`,
      };
    }
    default:
      return { what: order, rest: `, ${name}: ${copy.what[kind]}` };
  }
}

/** Where it is done. */
function placeOf({ kind, number, paper, statement }: Deadline, sells: boolean): string {
  if (kind === 'pickup') return packingListPath(sells);
  if (kind === 'complaint') return `${pages.admin.path}#zadaci`;
  if (kind === 'objection') return pages.adminRewards.path;
  if (kind === 'report') return pages.adminCampaigns.path;
  if (kind === 'owed_again') return paper ? pages.adminRewards.path : pages.adminBank.path;
  if (kind === 'payout' || kind === 'unexecuted') return `${pages.adminBank.path}?${PAYOUTS}=all`;
  if (kind === 'part') return `${pages.adminEventPayments.path}?q=${number}&year=${paper}`;
  if (kind === 'second') return `${pages.adminBank.path}?statement=${statement}`;
  return placeOfOrder(number ?? 0).path;
}
