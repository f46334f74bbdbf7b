import { company } from '#domain/company.ts';
import { courierInstructions } from '#domain/fulfilment/courier-copy.ts';
import type { Consignment } from '../courier.ts';
import type { DExpressSettings } from './settings.ts';

/** The longest of each, by the courier's rules. */
const NAME = 50;
const NOTE = 150;
/** Delivered on the next working day; paid by whoever sends it, as agreed. */
const NEXT_DAY = 2;
const SENDER_PAYS = 0;
const BY_CONTRACT = 2;

const cut = (text: string, most: number) => [...text.trim()].slice(0, most).join('');

/** `+381 64 123 4567` and `064 123 4567` as the courier wants them: `381641234567`. */
export function phoneOf(text: string): string {
  const digits = text.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
  return digits.startsWith('0') ? `381${digits.slice(1)}` : digits;
}

/** A house number is digits with a suffix, or `bb`; what follows is a description. */
function numberOf(text: string): { number: string; rest: string } {
  const [first = '', ...more] = text.trim().split(/[\s,]+/);
  const [second = ''] = more;
  const isSuffix = /^\d+$/.test(first) && /^\p{L}$/u.test(second);
  if (!/^\d[\p{L}\d/-]*$/u.test(first)) return { number: 'bb', rest: text.trim() };
  return { number: cut(first + (isSuffix ? second : ''), 10), rest: more.slice(isSuffix ? 1 : 0).join(' ') };
}

export function addressOf({ receiver }: Consignment, town: number): Record<string, unknown> {
  const { number, rest } = numberOf(receiver.number);
  return {
    RName: cut(receiver.name, NAME),
    RAddress: receiver.street.trim(),
    RAddressNum: number,
    RAddressDesc: cut(/^bb$/i.test(rest) ? '' : rest, NOTE),
    RTownID: town,
    RCName: cut(receiver.contact, NAME),
    RCPhone: phoneOf(receiver.phone),
  };
}

/** Where parcels are fetched, and who sends them: the company as it stands on its papers. */
function senderOf({ town }: DExpressSettings): Record<string, unknown> {
  const words = company.address.split(',')[0]!.trim().split(' ');
  const [street, number] = [words.slice(0, -1).join(' '), words.at(-1)!];
  const sender = {
    Name: cut(company.legalName, NAME),
    Address: street || company.address,
    AddressNum: numberOf(number).number,
    TownID: town,
    CName: cut(company.legalName, NAME),
    CPhone: phoneOf(company.phone),
  };
  return Object.fromEntries(
    ['C', 'Pu'].flatMap((prefix) => Object.entries(sender).map(([name, value]) => [`${prefix}${name}`, value])),
  );
}

export function shipmentOf(parcel: Consignment, town: number, settings: DExpressSettings): Record<string, unknown> {
  return {
    CClientID: settings.client,
    ...senderOf(settings),
    ...addressOf(parcel, town),
    Note: cut([courierInstructions.open, parcel.note].filter(Boolean).join(' '), NOTE),
    DlTypeID: NEXT_DAY,
    PaymentBy: SENDER_PAYS,
    PaymentType: BY_CONTRACT,
    Value: parcel.collect?.amount ?? 0,
    Content: courierInstructions.content(parcel.devices),
    Mass: parcel.boxes.reduce((sum, { grams }) => sum + grams, 0),
    ReferenceID: parcel.reference,
    ReturnDoc: 0,
    BuyOut: parcel.collect?.amount ?? 0,
    BuyOutAccount: parcel.collect?.account ?? null,
    SelfDropOff: 0,
    PackageList: parcel.boxes.map(({ code, reference, grams }) => ({
      Code: code,
      ReferenceID: reference,
      Mass: grams,
    })),
  };
}
