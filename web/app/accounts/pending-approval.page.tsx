import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { pending } from '#domain/accounts/copy.ts';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { company } from '#domain/company.ts';
import { formatMoney } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { lineName } from '#domain/payments/copy.ts';
import { productOfPath } from '#domain/payments/purchase-path.ts';
import { buildTimeExchangeRate, priceNote } from '#domain/prices.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client } from '../api.ts';
import styles from '../auth/auth.module.css';
import { AuthFrame } from '../auth/auth-frame.tsx';
import { useOwnChanges } from '../live.ts';
import { codeRefusalText } from '../network/enrol-by.ts';
import { EnrolWithAnotherCode } from '../network/enrol-with-another-code.tsx';
import { resolveAccount, useSession } from '../session.ts';
import { signOutToHome } from '../shell/sign-out.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { write } from '../write.ts';
import { approvedPath } from './approved-path.ts';

/** Waits for an admin's decision and moves on by itself; the server's live stream says when, without polling. */
export default function PendingApprovalPage() {
  const session = useSession();
  const navigate = useNavigate();
  const out = useSingleFlight(signOutToHome);

  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;
  const waiting = account?.toBeRegistered === true;
  const chosen = productNamed(account?.chosenProduct ?? '');
  const request = useQuery({ ...api.accounts.own.request.queryOptions(), enabled: waiting });
  useOtherChoice(waiting);
  const gone = session.status === 'visitor' && session.ended;
  const connection = useOwnChanges(resolveAccount, session.status === 'signedIn');

  const next = account && !account.toBeRegistered ? approvedPath(account.chosenProduct) : null;

  // Also for whoever was approved while the page was closed: nobody else comes back to it.
  useEffect(() => {
    if (next === null) return;
    toast.success(pending.approved);
    navigate(next, { replace: true });
  }, [next, navigate]);

  useEffect(() => {
    if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
    else if (session.status === 'challenged' || (session.status === 'visitor' && !session.ended))
      navigate('/auth', { replace: true });
  }, [session, navigate]);

  if (gone)
    return (
      <AuthFrame title={pending.goneTitle}>
        <div className={styles.form} role="alert">
          <p>{pending.gone}</p>
          <ButtonLink to="/auth?tab=registracija" full>
            {pending.goneSignUp}
          </ButtonLink>
          <ButtonLink to="/" variant="secondary" full>
            {pending.goneHome}
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  if (!waiting)
    return (
      <AuthFrame title={pending.title} aside={pending.left}>
        <Skeleton lines={3} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={pending.title} aside={pending.left}>
      <div className={styles.form}>
        <ol className={styles.steps} aria-label={pending.steps}>
          <li>
            <b>{pending.sent}</b>
            {request.data && <span className="muted">{formatDateTime(request.data.sentAt)}</span>}
          </li>
          <li aria-current="step">
            <b>{pending.reviewed}</b>
            <span className="muted">{pending.reviewedIn(request.data?.averageHours ?? null)}</span>
          </li>
          <li>
            <b>{pending.answer}</b>
            <span className="muted">{pending.answerTo(account.email)}</span>
          </li>
        </ol>
        {account.enrolmentRefused && (
          <EnrolWithAnotherCode why={{ wrong: codeRefusalText(account.enrolmentRefused)! }} />
        )}
        {chosen && (
          <div className={styles.chosen}>
            <p className="osd">{pending.chosen}</p>
            <p>
              <b>{lineName(chosen)}</b> · {formatMoney(chosen.price)} (
              {priceNote(chosen.price, buildTimeExchangeRate())})
            </p>
            <p className="muted s">{pending.chosenText}</p>
            <p className={styles.links}>
              <Link to={(chosen.kind === 'device' ? pages.usbPackages : pages.marketingPackages).path}>
                {pending.change}
              </Link>
            </p>
          </div>
        )}
        <p>{pending.hint}</p>
        <p className="muted s" role="status">
          {connection === 'lost' ? pending.reconnecting : pending.live}
        </p>
        <div className="row">
          <Button type="button" onClick={out}>
            {pending.signOut}
          </Button>
          <ButtonLink to={`${pages.account.path}#bezbednost`} variant="secondary">
            {pending.account}
          </ButtonLink>
        </div>
        <p className="muted s">{pending.help(company.email)}</p>
      </div>
    </AuthFrame>
  );
}

/** A waiting account that presses „Kupite“ comes here with that choice, which takes the place of the earlier one. */
function useOtherChoice(waiting: boolean) {
  const [search, setSearch] = useAddressParams();
  const wanted = productOfPath(search.get('next'))?.name ?? null;
  useEffect(() => {
    if (!waiting || wanted === null) return;
    void write(() => client.accounts.own.choose({ product: wanted })).then((outcome) => {
      // It stays in the address, so that the page opened again asks once more.
      if (outcome.outcome !== 'done') return toast.error(outcome.text);
      resolveAccount();
      setSearch({}, { replace: true });
    });
  }, [waiting, wanted, setSearch]);
}
