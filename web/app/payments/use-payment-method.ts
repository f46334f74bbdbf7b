import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PaymentWay, WayProblem } from '#domain/order-states.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import type { OrderKind } from '#domain/orders/shapes.ts';
import type { AskedTransfer } from '#domain/orders/transfer/asked-transfer.ts';
import { paymentWayProblem, WAYS } from '#domain/payments/ways.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { buildTimeExchangeRate, dinarsAt } from '#domain/prices.ts';
import { formatDate } from '#domain/time.ts';
import { api } from '../api.ts';

/** Where a parcel goes; the address is its street, number and postal code. */
export interface Place {
  phone: string;
  address: string;
}

/** Digits that tell phones apart, however they are written. */
const lastDigits = (phone: string) => phone.replace(/\D/g, '').slice(-8);
const letters = (address: string) => address.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const isSamePhone = (one: Place, other: Place) => lastDigits(one.phone) === lastDigits(other.phone);
const isSameAddress = (one: Place, other: Place) => letters(one.address) === letters(other.address);

const NOWHERE: Place = { phone: '', address: '' };

/** The chosen way of paying, what a transfer comes to today, and where an order by transfer goes on. */
export function usePaymentMethod(kind: OrderKind, price: number, { own = NOWHERE }: { own?: Place } = {}) {
  const [way, setWay] = useState<PaymentWay>('card');
  const [months, setMonths] = useState(1);
  const [ordered, setOrdered] = useState<{ number: number; transfer: AskedTransfer | null } | null>(null);
  /** The server's answer about what was typed. */
  const [refused, setRefused] = useState<{ why: WayProblem; to: Place } | null>(null);
  const navigate = useNavigate();
  // After the forms have heard of it: what was typed is sent, and nothing is lost by leaving.
  useEffect(() => {
    if (ordered) void navigate(orderPath(ordered.number), { state: { transfer: ordered.transfer } });
  }, [ordered, navigate]);
  const terms = useQuery(api.payments.terms.queryOptions());
  const rate = terms.data?.rate ?? buildTimeExchangeRate();
  /** Whatever was said of one phone and address is not said of another. */
  const notOnDelivery = (to: Place): WayProblem | null => {
    if (refused && isSamePhone(refused.to, to) && isSameAddress(refused.to, to)) return refused.why;
    const known = terms.data?.notOnDelivery ?? null;
    const isOwn = isSamePhone(own, to) && (own.address === '' || isSameAddress(own, to));
    return known === 'refused' && !isOwn ? null : known;
  };
  return {
    way,
    setWay,
    months,
    setMonths,
    rate,
    /** What is sent with the order. */
    asked: way === 'card' ? {} : { way, months: WAYS[way].months.includes(months) ? months : 1, rate },
    /** Why the way cannot be chosen for a parcel to that place; `null`: it can. */
    why: (one: PaymentWay, country: string, to: Place = NOWHERE): WayProblem | null => {
      const asked = {
        kind,
        months: one === 'card' ? 1 : months,
        country,
        price: dinarsAt(price * months, rate).amount,
      };
      const known = one === 'cash_on_delivery' ? notOnDelivery(to) : null;
      return paymentWayProblem(one, asked) ?? known;
    },
    transferText: (isFirm: boolean) => {
      const until = terms.data ? formatDate(terms.data.until).replace(/\.$/, '') : null;
      return isFirm && until !== null ? waysCopy.transferFirm(until) : waysCopy.transferText(until);
    },
    /** From when an order of so many devices is delivered; `null` when it is sent at once. */
    waits: (devices: number) => (terms.data?.wait && devices >= terms.data.wait.devices ? terms.data.wait : null),
    /** The order, with what to pay: it is known already and need not be fetched. */
    showSlip: setOrdered,
    refuse: setRefused,
    isLeaving: ordered !== null,
    /** The rate has changed since it was read. */
    reload: () => terms.refetch(),
  };
}
