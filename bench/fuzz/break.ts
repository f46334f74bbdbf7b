import type { Random } from './random.ts';
import { type Draft, serialize } from './request.ts';

/** Ways to break one place of a request. Each names what it did, so that a finding can be read. */
type Breaker = (draft: Draft, random: Random) => string | null;

const IMPOSSIBLE_DATES = [
  '0000-01-01',
  '1899-12-31',
  '2200-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-99-99',
  '10000-01-01',
  '-000001-01-01',
  '1-1-1',
  '2026-13-01',
];
const IMPOSSIBLE_TIMES = ['0000-01-01T00:00:00Z', '2026-02-30T25:61:61Z', '9999-99-99 99:99:99+99', 'infinity', 'now'];
const UUID = '00000000-0000-4000-8000-000000000000';
const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const CURSORS = [
  cursor(['2026-99-01 10:00:00+00', UUID]),
  cursor(['2026-02-30 10:00:00+00', UUID]),
  cursor(['2026-04-31 10:00:00+00', UUID]),
  cursor(['2027-02-29 10:00:00+00', UUID]),
  cursor(['2026-01-01 10:00:00+00', '-'.repeat(36)]),
  cursor(['\ud800', UUID]),
  cursor(['9'.repeat(18), UUID]),
  cursor([null, {}]),
  '-1',
  '9223372036854775807',
  '99999999999999999999',
  '1e400',
];
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eevil',
  '\ufeff',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  '\r\nset-cookie: a=b',
  "'; --",
  '%',
  '\\',
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  '1e999',
  '__proto__',
  'İ',
  'ß'.repeat(300),
  'a'.repeat(5_000),
  'x'.repeat(180),
  '9'.repeat(400),
  '١٢٣',
  '-0',
];
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  2 ** 63,
  [],
  {},
  [[]],
  { toString: 'x' },
  { __proto__: null, constructor: { prototype: { a: 1 } } },
  Array(500).fill('a'),
];

function nasty(random: Random): unknown {
  const kind = random.below(5);
  if (kind === 0) return random.pick(VALUES);
  if (kind === 1) return random.pick(IMPOSSIBLE_DATES);
  if (kind === 2) return random.pick(IMPOSSIBLE_TIMES);
  if (kind === 3) return random.pick(CURSORS);
  return random.pick(TEXTS);
}

/** In place of a value that was right: half of the time what only looks like it. */
function nastyInPlaceOf(value: unknown, random: Random): unknown {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDay && random.chance(0.5) ? random.pick(IMPOSSIBLE_DATES) : nasty(random);
}

/** Every place in a body where something can stand. */
function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))];
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string | number, unknown>)[key] = replaced(
    (value as Record<string | number, unknown>)[key],
    rest,
    by,
  );
  return copy;
}

const placed = (value: unknown, place: (string | number)[]): unknown =>
  place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 40);

const inBody: Breaker = (draft, random) => {
  if (draft.body === undefined) return null;
  const place = random.pick(placesIn(draft.body));
  const by = nastyInPlaceOf(placed(draft.body, place), random);
  draft.body = replaced(draft.body, place, by);
  return `body ${place.join('.')} = ${short(by)}`;
};

const halfCharacter: Breaker = (draft, random) => {
  const texts = placesIn(draft.body).filter((place) => typeof placed(draft.body, place) === 'string');
  if (draft.body === undefined || texts.length === 0) return null;
  const place = random.pick(texts);
  draft.body = replaced(draft.body, place, `${placed(draft.body, place)}${random.pick(['\ud800', '\udfff', '\0'])}`);
  return `body ${place.join('.')} with half a character or none at its end`;
};

const inQuery: Breaker = (draft, random) => {
  if (draft.query.length === 0) return null;
  const index = random.below(draft.query.length);
  const [name, value] = draft.query[index]!;
  const by = name === 'after' && random.chance(0.5) ? random.pick(CURSORS) : nastyInPlaceOf(value, random);
  draft.query[index] = [name, by];
  return `query ${draft.query[index]![0]} = ${short(by)}`;
};

const inPath: Breaker = (draft, random) => {
  const names = Object.keys(draft.params);
  if (names.length === 0) return null;
  const name = random.pick(names);
  draft.params[name] = nasty(random);
  return `parameter ${name} = ${short(draft.params[name])}`;
};

const missing: Breaker = (draft, random) => {
  if (typeof draft.body !== 'object' || draft.body === null) return null;
  const keys = Object.keys(draft.body);
  if (keys.length === 0) return null;
  const key = random.pick(keys);
  draft.body = Object.fromEntries(Object.entries(draft.body).filter(([name]) => name !== key));
  return `body without ${key}`;
};

const twice: Breaker = (draft, random) => {
  if (draft.query.length > 0 && random.chance(0.5)) {
    const [name, value] = random.pick(draft.query);
    draft.query.push([name, value], [`${name}[]`, nasty(random)], [`${name}[a][0]`, '1']);
    return `query ${name} several times`;
  }
  if (draft.body === undefined || draft.file) return null;
  const text = JSON.stringify(draft.body);
  if (!text.startsWith('{"')) return null;
  const [key] = Object.keys(draft.body as object);
  draft.rawBody = Buffer.from(`{${JSON.stringify(key)}:${JSON.stringify(nasty(random))},${text.slice(1)}`);
  return `body ${key} twice`;
};

const malformed: Breaker = (draft, random) => {
  const { body } = serialize(draft);
  if (!body) return null;
  const kind = random.below(4);
  const half = body.subarray(0, random.below(body.length));
  if (kind === 0) draft.rawBody = half;
  else if (kind === 1) draft.rawBody = Buffer.concat([body, Buffer.from('}')]);
  else if (kind === 2) draft.rawBody = Buffer.from([...half, 0xff, 0xfe, 0x00, ...body.subarray(half.length)]);
  else draft.rawBody = Buffer.from('['.repeat(5_000));
  return `malformed body ${kind}`;
};

const cut: Breaker = (draft, random) => {
  const { body } = serialize(draft);
  if (!body || body.length < 2) return null;
  draft.cutAfter = random.below(body.length - 1);
  return `cut off after ${draft.cutAfter} bytes`;
};

const large: Breaker = (draft, random) => {
  if (draft.body === undefined) return null;
  const size = random.pick([70_000, 200_000, 1_100_000]);
  draft.body = { ...(draft.body as object), more: 'a'.repeat(size) };
  return `body of ${size} bytes`;
};

const HEADERS: [string, string][] = [
  ['content-type', 'multipart/form-data'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'text/event-stream'],
  ['content-type', ''],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-disposition', 'attachment; filename="a"'],
  ['content-encoding', 'gzip'],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', `Bearer tv_${'x'.repeat(43)}`],
  ['authorization', 'Basic YTpi'],
  ['authorization', `Bearer ${'a'.repeat(4_000)}`],
  ['x-forwarded-for', '::ffff:999.1.1.1, nonsense'],
  ['x-supabase-api-version', '9999-99-99'],
  ['last-event-id', '\u00ff'],
  ['accept', ';;;'],
  ['user-agent', '\u00e9'.repeat(1_000)],
  ['host', '['],
  ['host', 'a b'],
  ['range', 'bytes=9-1'],
  ['cookie', '='],
  ['if-none-match', '"'],
  ['origin', 'null'],
  ['expect', 'x'],
];
const header: Breaker = (draft, random) => {
  const [name, value] = random.pick(HEADERS);
  draft.headers[name] = value;
  return `header ${name}: ${value.slice(0, 40)}`;
};

const address: Breaker = (draft, random) => {
  const { path } = serialize(draft);
  const [before = '', query = ''] = path.split('?', 2);
  const broken = random.pick(['%E0%A4%A', '%', '%00', '%ff', '%ed%a0%80', '//', '/..', '/.', ';a', 'a'.repeat(3_000)]);
  draft.rawPath = random.chance(0.5)
    ? `${before}${broken}?${query}`
    : `${before}?${query}&a=${broken}&search=${broken}`;
  return `address with ${broken.slice(0, 10)}`;
};

const method: Breaker = (draft, random) => {
  draft.method = random.pick(['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'GET', 'POST', 'PROPFIND']);
  return `method ${draft.method}`;
};

const WAYS: Breaker[] = [
  ...Array<Breaker>(8).fill(inBody),
  ...Array<Breaker>(6).fill(inQuery),
  ...Array<Breaker>(4).fill(inPath),
  halfCharacter,
  halfCharacter,
  missing,
  twice,
  malformed,
  malformed,
  cut,
  large,
  header,
  header,
  address,
  method,
];

/** Breaks the request in one place and says where. */
export function breakOnce(draft: Draft, random: Random): string {
  for (;;) {
    const what = random.pick(WAYS)(draft, random);
    if (what !== null) return what;
  }
}
