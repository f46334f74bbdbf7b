import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { formatMoney } from '#domain/money.ts';
import { lineName } from '#domain/payments/copy.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import { TOLD_VERSION } from '#domain/payments/phone-order-facts.ts';
import { BuyerForm as Form } from '#domain/payments/rules.ts';
import { phoneOrderScript } from '#domain/payments/told-copy.ts';
import { paymentWayProblem, STAFF_WAYS, type StaffWay, WAYS, type WayProblem } from '#domain/payments/ways.ts';
import { waysCopy, whyNotSaid } from '#domain/payments/ways-copy.ts';
import { dinarsAt } from '#domain/prices.ts';
import { formatDateInSentence } from '#domain/time.ts';
import page from '../admin/desk-page.module.css';
import { client } from '../api.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { wrongFields } from '../wrong-fields.ts';
import { BuyerFields } from './buyer-fields.tsx';
import { buyerOf, type Fields, fieldsOf } from './buyer-form.tsx';
import { InDinars } from './in-dinars.tsx';
import styles from './new-order.module.css';
import { PayWays } from './pay-ways.tsx';
import { PreContractNotice } from './pre-contract-notice.tsx';

type Product = (typeof devicePackages)[number];
type OrderFor = Awaited<ReturnType<typeof client.payments.admin.orderFor>>;
const FORM = 'new-order';
const TOLD = 'new-order-told';
/** What on delivery is refused for; another phone or address is another question. */
const WHERE = ['phone', 'recipientPhone', 'address', 'addressNumber', 'postalCode'] as const;

/** What is ordered, for whom and how it is paid; before anything is sent, a dialog says what it comes to. */
export function NewOrderForm({
  asked,
  who,
  reload,
}: {
  asked: OrderFor;
  who: ReactNode;
  reload: () => Promise<unknown>;
}) {
  const [key, setKey] = useState<'one' | 'ten' | 'hundred'>('one');
  const [chosen, setChosen] = useState<StaffWay>('transfer');
  const [heard, setHeard] = useState<string | null>(null);
  const [isHeardAsked, setHeardAsked] = useState(false);
  const { checked, setChecked, problem, setProblem, refused, sending, order } = useOrder(asked, reload);
  const checkNumbers = useCompanyNumberCheck();
  const { register, control, setError, handleSubmit, formState } = useForm<Fields, unknown, Form>({
    resolver: zodResolver(Form) as never,
    // The field is the buyer's and is not shown here: nobody accepts terms for somebody else (decision 221).
    defaultValues: { ...fieldsOf(asked.form), consent: true },
  });
  const { errors, isDirty } = formState;
  const [country, companyName, isForOther] = useWatch({ control, name: ['country', 'companyName', 'isForOther'] });
  const where = useWatch({ control, name: WHERE }).join('\n');
  const product = devicePackages.find((one) => one.key === key)!;
  const { rate } = asked;
  const price = dinarsAt(product.price.amount, rate).amount;
  const why = (way: StaffWay): string | null => {
    const told = refused?.where === where ? refused.why : asked.notOnDelivery;
    const known = way === 'cash_on_delivery' ? told : null;
    const reason = paymentWayProblem(way, { kind: 'device', months: 1, country: country || 'RS', price }) ?? known;
    return reason ? whyNotSaid(way, reason) : null;
  };
  const way = why(chosen) === null ? chosen : (STAFF_WAYS.find((one) => why(one) === null) ?? chosen);
  const fee = formatMoney({ amount: WAYS[way].fee, currency: 'RSD' });
  const amount = price + WAYS[way].fee;
  const total = formatMoney({ amount, currency: 'RSD' });
  const name = lineName({ kind: 'device', name: product.name });
  const isFirm = companyName.trim() !== '';
  const sentences = phoneOrderScript({
    productName: name,
    total: amount,
    until: way === 'transfer' ? asked.until : null,
  });
  // Whoever agreed to other words has not heard these.
  const isHeard = heard === sentences.join();

  const check = handleSubmit(
    (form) => {
      setProblem(null);
      const { companyTaxNumber: taxNumber, companyRegistrationNumber: registrationNumber } = form;
      const odd = form.companyName ? checkNumbers({ taxNumber, registrationNumber, country: form.country }) : null;
      if (!odd && !isFirm && !isHeard) {
        setHeardAsked(true);
        return document.getElementById(TOLD)?.focus();
      }
      if (!odd) return setChecked(form);
      const field = odd.field === 'taxNumber' ? 'companyTaxNumber' : 'companyRegistrationNumber';
      setError(field, { message: odd.message }, { shouldFocus: true });
    },
    (wrong) => setProblem(wrongFields(wrong)),
  );

  const field = (one: keyof Form) => ({ ...register(one), error: errors[one]?.message });
  return (
    <div className={page.columns}>
      <div className={page.stack}>
        {who}
        <section className={page.panel}>
          <header>
            <h2>{copy.product}</h2>
          </header>
          <form id={FORM} className={styles.form} onSubmit={check} noValidate>
            <Segmented
              label={copy.product}
              segments={devicePackages.map((one) => ({ key: one.key, label: copy.devices(one.deviceCount) }))}
              selected={key}
              onSelect={setKey}
            />
            <BuyerFields
              field={field}
              country={country}
              isFirm={isFirm}
              isForOther={isForOther}
              hint={copy.formHint}
              isOwn={false}
            />
            <PayWays
              kind="device"
              offered={STAFF_WAYS}
              hint={copy.waysHint}
              selected={way}
              onSelect={(one) => setChosen(one as StaffWay)}
              transferText={copy.transferText}
              onDeliveryText={copy.onDeliveryText(
                formatMoney({ amount: price + WAYS.cash_on_delivery.fee, currency: 'RSD' }),
              )}
              why={(one) => why(one as StaffWay)}
            />
          </form>
        </section>
        {!isFirm && (
          <PreContractNotice
            id={TOLD}
            sentences={sentences}
            isHeard={isHeard}
            isMissing={isHeardAsked && !isHeard}
            onHear={(is) => setHeard(is ? sentences.join() : null)}
          />
        )}
      </div>
      <aside className={page.stack} aria-label={copy.summary}>
        <Summary asked={asked} product={product} way={way} isPossible={why(way) === null} problem={problem} />
      </aside>
      {checked && (
        <ConfirmDialog
          open
          onOpenChange={() => setChecked(null)}
          title={copy.confirmTitle}
          text={copy.confirm(asked.name, name)}
          yes={copy.confirmYes}
          busy={sending !== 'no'}
          onConfirm={() => void order(product, way, isFirm, where)}
        >
          <p>{way === 'transfer' ? copy.confirmTransfer(total) : copy.confirmOnDelivery(total, fee)}</p>
        </ConfirmDialog>
      )}
      <Unsaved when={isDirty && sending === 'no'} what={copy.unsaved} />
    </div>
  );
}

/** From the checked form to the order: what the dialog asks about, and what came of sending it. */
function useOrder(asked: OrderFor, reload: () => Promise<unknown>) {
  const [checked, setChecked] = useState<Form | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<{ why: WayProblem; where: string } | null>(null);
  const [sending, setSending] = useState<'no' | 'sends' | 'done'>('no');
  const navigate = useNavigate();

  async function order(product: Product, way: StaffWay, isFirm: boolean, where: string) {
    if (!checked || sending !== 'no') return;
    setSending('sends');
    setProblem(null);
    const sent = await write(
      () =>
        client.payments.admin.placeOrder({
          id: asked.id,
          way,
          rate: asked.rate,
          buyerInfo: buyerOf(checked),
          productName: product.name,
          productPrice: product.price.amount / 100,
          ...(isFirm ? {} : { told: TOLD_VERSION }),
        }),
      { failed: copy.notSaved },
    );
    if (sent.outcome === 'done') {
      const { number, isNew } = sent.value;
      setSending('done');
      toast.success(isNew ? copy.done(number) : copy.same(number));
      // After the form has heard of it: nothing is lost by leaving.
      return requestAnimationFrame(() => void navigate(placeOfOrder(number).path));
    }
    setSending('no');
    setProblem(sent);
    setChecked(null);
    if (sent.code === 'RATE_CHANGED') await reload();
    if (sent.code === 'WAY_NOT_POSSIBLE' && way === 'cash_on_delivery')
      setRefused({ why: (sent.data as { why: WayProblem }).why, where });
  }

  return { checked, setChecked, problem, setProblem, refused, sending, order };
}

interface SummaryProps {
  asked: OrderFor;
  product: Product;
  way: StaffWay;
  /** Whether it can be paid in this way. */
  isPossible: boolean;
  problem: Problem | null;
}

/** What it comes to, and the button below it. */
function Summary({ asked, product, way, isPossible, problem }: SummaryProps) {
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.summary}</h2>
      </header>
      <div className={styles.sum}>
        <b>{lineName({ kind: 'device', name: product.name })}</b>
        {asked.wait && product.deviceCount >= asked.wait.devices && (
          <p role="status">{waysCopy.wait(asked.wait.from && formatDateInSentence(asked.wait.from))}</p>
        )}
        <InDinars price={product.price} rate={asked.rate} way={way} label={copy.sum[way]} />
        <FormProblem problem={problem} />
        <Button type="submit" form={FORM} disabled={!isPossible}>
          {copy.go}
        </Button>
      </div>
    </section>
  );
}
