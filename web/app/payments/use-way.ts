import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { company } from '#domain/company.ts';
import { orderPath } from '#domain/orders/own-order.ts';
import type { OrderKind } from '#domain/orders/shapes.ts';
import { type OfferedWay, whyNot } from '#domain/payments/ways.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { formatDate } from '#domain/time.ts';
import { api } from '../api.ts';

/** The chosen way of paying, what a transfer comes to today, and where an order by transfer goes on. */
export function useWay(kind: OrderKind, first: OfferedWay = 'card') {
  const [way, setWay] = useState<OfferedWay>(first);
  const [months, setMonths] = useState(1);
  const [ordered, setOrdered] = useState<{ order: number } | null>(null);
  const navigate = useNavigate();
  // After the forms have heard of it: what was typed is sent, and nothing is lost by leaving.
  useEffect(() => {
    if (ordered) void navigate(orderPath(ordered.order), { state: { transfer: ordered } });
  }, [ordered, navigate]);
  const terms = useQuery(api.payments.terms.queryOptions());
  const rate = terms.data?.rate ?? Number(company.eurRsdRate);
  return {
    way,
    setWay,
    months,
    setMonths,
    rate,
    /** What is sent with the order. */
    asked: way === 'card' ? {} : { way, months, rate },
    why: (one: OfferedWay, country: string) => {
      const reason = whyNot(one, { kind, months: one === 'card' ? 1 : months, country });
      return reason && waysCopy.not[reason];
    },
    transferText: (isFirm: boolean) =>
      isFirm && terms.data
        ? waysCopy.transferFirm(formatDate(terms.data.until).replace(/\.$/, ''))
        : waysCopy.transferText,
    /** The order, with what to pay: it is known already and need not be fetched. */
    goOn: setOrdered,
    isLeaving: ordered !== null,
    /** The rate has changed since it was read. */
    reload: () => terms.refetch(),
  };
}
