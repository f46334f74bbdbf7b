/** A request as the courier reads it: nothing is trusted to be of any type. */
export type Body = Record<string, unknown>;

const PHONE = /^(381[1-9]\d{7,8}|38167\d{6,8})$/;
const ADDRESS_NUMBER = /^(\d[\p{L}\d/-]*|bb)$/iu;
const ACCOUNT = /^\d{3}-\d{8,13}-\d{2}$/;
const CODE = /^[A-Z]{2}\d{10}$/;
/** Of a locker: grams, para, millimetres. */
const LOCKER = { grams: 20_000, para: 20_000_000, sides: [470, 440, 440] };

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const whole = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);
const isTextOf = (value: unknown, most: number) =>
  (text(value)?.trim() ?? '') !== '' && [...text(value)!].length <= most;
const isWithin = (value: unknown, least: number, most: number) => {
  const number = whole(value);
  return number !== null && number >= least && number <= most;
};
const isOptionalText = (value: unknown, most: number) =>
  value === undefined || value === null || (text(value) !== null && [...text(value)!].length <= most);

/** Names the first field of a person or firm that is not as it must be; the prefixes are `C`, `Pu` and `R`. */
function wrongIn(prefix: string, body: Body): string | null {
  const field = (name: string) => body[`${prefix}${name}`];
  if (!isTextOf(field('Name'), 50)) return `${prefix}Name`;
  if (!isTextOf(field('Address'), 1000)) return `${prefix}Address`;
  const number = text(field('AddressNum')) ?? '';
  if (number.length > 10 || !ADDRESS_NUMBER.test(number)) return `${prefix}AddressNum`;
  if (!isWithin(field('TownID'), 100_000, 10_000_000)) return `${prefix}TownID`;
  if (!PHONE.test(text(field('CPhone')) ?? '')) return `${prefix}CPhone`;
  return isOptionalText(field('AddressDesc'), 150) ? null : `${prefix}AddressDesc`;
}

/** The field for which the courier refuses a shipment; `null` when it takes it. */
export function wrongShipment(body: Body): string | null {
  if (!/^UK\d{5}$/.test(text(body.CClientID) ?? '')) return 'CClientID';
  const person = ['C', 'Pu', 'R'].map((prefix) => wrongIn(prefix, body)).find((wrong) => wrong !== null);
  if (person) return person;
  if (!isOptionalText(body.Note, 150)) return 'Note';
  for (const name of ['DlTypeID', 'PaymentBy', 'PaymentType', 'ReturnDoc', 'SelfDropOff'])
    if (!isWithin(body[name], 0, 99)) return name;
  if (!isWithin(body.Value, 0, Number.MAX_SAFE_INTEGER)) return 'Value';
  if (!isTextOf(body.Content, 50)) return 'Content';
  if (!isWithin(body.Mass, 1, 10_000_000)) return 'Mass';
  if (!isTextOf(body.ReferenceID, 50)) return 'ReferenceID';
  if (!isWithin(body.BuyOut, 0, Number.MAX_SAFE_INTEGER)) return 'BuyOut';
  if ((body.BuyOut as number) > 0 && !ACCOUNT.test(text(body.BuyOutAccount) ?? '')) return 'BuyOutAccount';
  return wrongPackages(body) ?? wrongForLocker(body);
}

const packagesOf = ({ PackageList: list }: Body): Body[] => (Array.isArray(list) ? (list as Body[]) : []);

function wrongPackages(body: Body): string | null {
  const packages = packagesOf(body);
  if (packages.length === 0) return 'PackageList';
  const codes = packages.map(({ Code }) => text(Code) ?? '');
  if (codes.some((code) => !CODE.test(code)) || new Set(codes).size < codes.length) return 'PackageList.Code';
  if (packages.some(({ ReferenceID }) => !isOptionalText(ReferenceID, 50))) return 'PackageList.ReferenceID';
  return packages.every(({ Mass }) => isWithin(Mass, 1, 10_000_000)) ? null : 'PackageList.Mass';
}

function wrongForLocker(body: Body): string | null {
  if (body.DispenserID === undefined || body.DispenserID === null) return null;
  if ((body.Mass as number) > LOCKER.grams) return 'DispenserID (Mass)';
  if ((body.Value as number) > LOCKER.para || (body.BuyOut as number) > LOCKER.para) return 'DispenserID (Value)';
  const fits = packagesOf(body).every(({ DimX, DimY, DimZ }) => {
    const sides = [DimX, DimY, DimZ].map((side) => whole(side) ?? 0).sort((a, b) => b - a);
    return sides.every((side, at) => side <= LOCKER.sides[at]!);
  });
  return fits ? null : 'DispenserID (dimensions)';
}

/** The field for which an address is not even looked up. */
export function wrongAddress(body: Body): string | null {
  return wrongIn('R', body);
}
