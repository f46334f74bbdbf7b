import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile } from '../../test/statements.ts';

readStatementsPatiently();
const app = await testApp();
const { statements, lines } = call(app, await person(app, 'admin')).bank;

async function brought(content: string | Uint8Array<ArrayBuffer>) {
  const answer = await statements.import({ file: new File([content], 'izvod') });
  if (answer.kind !== 'imported') throw new Error(`${answer.kind} is asked for`);
  const [{ rows }, { balances }] = await Promise.all([
    lines.list({ importId: answer.importId, all: true }),
    statements.sums({ importId: answer.importId }),
  ]);
  return { rows, balances };
}

const PAYER = 'Đorđe Čavić';
const declaring = (encoding: string, end = '') =>
  camtFile([{ amount: '12.00', currency: 'RSD', payer: PAYER, bankReference: `${encoding}${end.length}` }]).replace(
    'encoding="UTF-8"',
    `encoding="${encoding}"`,
  ) + end;

test.each(['utf-16', 'UTF-16LE', 'windows-1250', 'nothing-known'])(
  'a statement in UTF-8 that says it is %s is read, with an even and an odd number of bytes',
  async (encoding) => {
    for (const end of ['', '\n']) {
      const { rows } = await brought(declaring(encoding, end));
      expect(rows).toMatchObject([{ payer: PAYER, amount: 1_200 }]);
    }
  },
);

test('a statement in UTF-16 is read by its byte order mark', async () => {
  const text = `\ufeff${declaring('utf-16', '  ')}`;
  const { rows } = await brought(new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer));
  expect(rows).toMatchObject([{ payer: PAYER, amount: 1_200 }]);
});

test('zeros behind the decimal sign of an ISO 20022 amount make no thousands of it', async () => {
  const content = camtFile([
    { amount: '100.000', currency: 'RSD' },
    { amount: '1250.5000', currency: 'RSD' },
  ]);
  const { rows, balances } = await brought(content);
  expect(rows.map(({ amount }) => amount)).toEqual([10_000, 125_050]);
  expect(balances).toMatchObject([{ total: 135_050, difference: 0 }]);
});

/** One message of an MT940 file: a credit, and whole dinars before and after it. */
const message = (day: string, [opening, closing]: [number, number], booked = '') =>
  [
    `:20:DAN${day}`,
    ':25:999000000000010142',
    `:60F:C${day}RSD${opening},00`,
    `:61:${day}${booked}C100,00NTRFNONREF//${day}${opening}`,
    `:62F:C${day}RSD${closing},00`,
    '-',
  ].join('\r\n');

test('money is booked on the day that the bank booked it, not on the one from which it counts', async () => {
  const { rows } = await brought(
    [
      message('270505', [1_000, 1_100], '0503'),
      message('280101', [1_100, 1_200], '1231'),
      message('281231', [1_200, 1_300], '0101'),
      message('290105', [1_300, 1_400]),
    ].join('\r\n'),
  );
  expect(rows.map(({ bookedOn }) => bookedOn)).toEqual(['2027-05-03', '2027-12-31', '2029-01-01', '2029-01-05']);
});

test('several days in one file follow on one another, oldest or newest first; one that is missing or there twice is seen', async () => {
  const days = [
    message('270601', [2_000, 2_100]),
    message('270602', [2_100, 2_200]),
    message('270603', [2_200, 2_300]),
  ];
  const whole = [{ opening: 200_000, closing: 230_000, total: 30_000, difference: 0 }];
  expect((await brought(days.join('\r\n'))).balances).toMatchObject(whole);
  expect((await brought(days.toReversed().join('\r\n'))).balances).toMatchObject(whole);
  const without = await brought([days[0], days[2]].join('\r\n'));
  expect(without.balances).toMatchObject([{ total: 20_000, difference: 10_000 }]);
  const twice = await brought([days[0], days[0], days[1]].join('\r\n'));
  expect(twice.balances).toMatchObject([{ total: 30_000, difference: -10_000 }]);
});

test('the same statement in another format adds nothing; one with other balances is another', async () => {
  const send = async (content: string) => statements.import({ file: new File([content], 'izvod') });
  const entry = { amount: '100.00', currency: 'RSD', booked: '2027-08-02', purpose: 'isti izvod' } as const;
  const first = await send(camtFile([entry]));
  expect(first).toMatchObject({ kind: 'imported', already: false, fresh: 1 });
  const { importId } = first as { importId: string };
  expect(await send(message('270802', [1_000, 1_100]))).toMatchObject({ already: true, importId, fresh: 0 });
  expect(await send(message('270802', [1_100, 1_200]))).toMatchObject({ already: false, fresh: 1 });
});

test('a bank’s CSV whose columns are numbered is read, and a numbered line above the columns is none of them', async () => {
  const rows = 'Ana;kotizacija;03.05.2027;100,00\n';
  const columnsOf = async (head: string) => {
    const answer = await statements.import({ file: new File([head + rows], 'izvod.csv') });
    return answer.kind === 'mapping' ? answer.columns : answer.kind;
  };
  expect(await columnsOf('Opis 1;Opis 2;Datum;Iznos\n')).toEqual(['Opis 1', 'Opis 2', 'Datum', 'Iznos']);
  expect(await columnsOf('Izvod 12;Beograd;Vidik\nKo;Opis;Datum;Iznos\n')).toEqual(['Ko', 'Opis', 'Datum', 'Iznos']);
});

test('a bank’s CSV with more commas in its texts than it has columns is cut where the bank cuts it', async () => {
  const cells = ['03.05.2027', '16.005,00', 'Kotizacija, za dvoje, hvala, pozdrav'];
  const content = `Datum;Iznos;Svrha\n${cells.join(';')}\n`;
  expect(await statements.import({ file: new File([content], 'izvod.csv') })).toMatchObject({
    kind: 'mapping',
    columns: ['Datum', 'Iznos', 'Svrha'],
    sample: [cells],
  });
});

test('a transfer of ours that the bank sends back is nobody’s payment, whatever it names, in either format', async () => {
  const { number, instructions } = await call(app).events.reserve(newReservation());
  const { reference } = instructions;
  const purpose = `Povraćaj, rezervacija ${number}, ${reference}`;
  const entry = { amount: '16005.00', currency: 'RSD', reference, purpose, payer: 'JELENA DJORDJEVIC' } as const;
  const mt940 = [
    ':20:POVRACAJ',
    ':25:999000000000010142',
    ':60F:C271004RSD1000,00',
    `:61:2710041004RD16005,00NTRF${reference}//POVRACAJ`,
    `:86:166?00POVRACAJ?20${purpose}?32JELENA DJORDJEVIC`,
    ':62F:C271004RSD17005,00',
    '-',
  ].join('\r\n');
  const nobodys = { amount: 1_600_500, outgoing: false, verdict: 'unknown', reservation: null, suggestion: null };
  const reversal = camtFile([entry]).replace('</CdtDbtInd><Sts>', '</CdtDbtInd><RvslInd>true</RvslInd><Sts>');
  for (const content of [reversal, mt940]) expect((await brought(content)).rows).toMatchObject([nobodys]);
  expect((await brought(camtFile([entry]))).rows, 'a payment').toMatchObject([
    { verdict: 'exact', reservation: { number } },
  ]);
});

test('what an MT940 file says of the whole statement is no purpose of its last payment', async () => {
  const whole = message('270902', [5_000, 5_100]).replace('\r\n-', '\r\n:86:Rezervacija 118, pitajte ekspozituru\r\n-');
  expect((await brought(whole)).rows).toMatchObject([{ amount: 10_000, purpose: '' }]);
});
