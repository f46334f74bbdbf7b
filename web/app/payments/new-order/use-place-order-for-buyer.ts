import { useState } from 'react';
import { useNavigate } from 'react-router';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import type { WayProblem } from '#domain/order-states.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import { PHONE_ORDER_TEXT_VERSION } from '#domain/payments/phone-order-facts.ts';
import type { BuyerForm as Form } from '#domain/payments/rules.ts';
import type { StaffWay } from '#domain/payments/ways.ts';
import { client } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { buyerOf } from '../order-fields.ts';
import type { OrderFor, Product } from './order-for.ts';

interface Ordered {
  product: Product;
  way: StaffWay;
  isFirm: boolean;
  /** Phone and address, for which paying on delivery may be refused. */
  where: string;
}

/** From the checked form to the order: what the dialog asks about, and what came of sending it. */
export function usePlaceOrderForBuyer(asked: OrderFor, reload: () => Promise<unknown>) {
  const [checked, setChecked] = useState<Form | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<{ why: WayProblem; where: string } | null>(null);
  const [sending, setSending] = useState<'no' | 'sends' | 'done'>('no');
  const navigate = useNavigate();

  async function placeOrder({ product, way, isFirm, where }: Ordered) {
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
          ...(isFirm ? {} : { told: PHONE_ORDER_TEXT_VERSION }),
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

  return { checked, setChecked, problem, setProblem, refused, sending, placeOrder };
}
