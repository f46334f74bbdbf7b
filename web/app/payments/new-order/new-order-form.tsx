import { type ReactNode, useState } from 'react';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { lineName } from '#domain/payments/copy.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import { phoneOrderScript } from '#domain/payments/phone-order-copy.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { dinarsAt } from '#domain/prices.ts';
import page from '../../admin/desk-page.module.css';
import { Segmented } from '../../ui/form/segmented.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { BuyerFields } from '../buyer-fields.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import styles from './new-order.module.css';
import { NewOrderSummary } from './new-order-summary.tsx';
import type { OrderFor } from './order-for.ts';
import { PreContractNotice } from './pre-contract-notice.tsx';
import { StaffWays } from './staff-ways.tsx';
import { useBuyerForm } from './use-buyer-form.ts';
import { useHeardSentences } from './use-heard-sentences.ts';
import { usePlaceOrderForBuyer } from './use-place-order-for-buyer.ts';
import { useStaffWay } from './use-staff-way.ts';

const FORM = 'new-order';
const NOTICE_ID = 'new-order-told';

interface Props {
  asked: OrderFor;
  who: ReactNode;
  reload: () => Promise<unknown>;
}

/** What is ordered, for whom and how it is paid; before anything is sent, a dialog says what it comes to. */
export function NewOrderForm({ asked, who, reload }: Props) {
  const [key, setKey] = useState<'one' | 'ten' | 'hundred'>('one');
  const product = devicePackages.find((one) => one.key === key)!;
  const name = lineName({ kind: 'device', name: product.name });
  const price = dinarsAt(product.price.amount, asked.rate).amount;
  const { checked, setChecked, problem, setProblem, refused, sending, placeOrder } = usePlaceOrderForBuyer(
    asked,
    reload,
  );
  const { field, country, isFirm, isForOther, where, isDirty, submit } = useBuyerForm(asked.form);
  // What the server says of parcels that were not taken is said of the account's phone and address.
  const [ownWhere] = useState(where);
  const known = asked.notOnDelivery === 'refused' && where !== ownWhere ? null : asked.notOnDelivery;
  const notOnDelivery = refused?.where === where ? refused.why : known;
  const ways = useStaffWay({ country, price, notOnDelivery });
  const { way } = ways;
  const total = price + WAYS[way].fee;
  const sentences = phoneOrderScript({ productName: name, total, until: way === 'transfer' ? asked.until : null });
  const { isHeard, isMissing, hear, ask } = useHeardSentences(sentences);

  const check = submit((buyer) => {
    if (isFirm || isHeard) return setChecked(buyer);
    ask();
    document.getElementById(NOTICE_ID)?.focus();
  }, setProblem);

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
            <StaffWays price={price} {...ways} />
          </form>
        </section>
        {!isFirm && (
          <PreContractNotice
            id={NOTICE_ID}
            sentences={sentences}
            isHeard={isHeard}
            isMissing={isMissing}
            onHear={hear}
          />
        )}
      </div>
      <aside className={page.stack} aria-label={copy.summary}>
        <NewOrderSummary
          form={FORM}
          asked={asked}
          product={product}
          way={way}
          isPossible={ways.why(way) === null}
          problem={problem}
        />
      </aside>
      {checked && (
        <ConfirmOrder
          text={copy.confirm(asked.name, name)}
          way={way}
          total={total}
          busy={sending !== 'no'}
          onConfirm={() => void placeOrder({ product, way, isFirm, where })}
          onClose={() => setChecked(null)}
        />
      )}
      <UnsavedTextGuard when={isDirty && sending === 'no'} what={copy.unsaved} />
    </div>
  );
}
