import { expect, test } from 'vitest';
import { mailCopy as campaigns } from './campaigns/mail-copy.ts';
import { exchangeMails } from './fulfilment/exchange-mail-copy.ts';
import { networkCopy } from './network/copy.ts';
import { specialRefusals } from './special/refusals-copy.ts';
import { mailCopy as vouchers } from './vouchers/mail-copy.ts';

test('verbs in mails agree with what is counted', () => {
  const said = (n: number) => [
    vouchers.redeemed.preview(n),
    vouchers.redeemed.text('123', '20. septembra 2026.', n),
    campaigns.done.text('Kifle', n, null),
    campaigns.low.preview(n, 'banner', 3),
    campaigns.low.preview(n, 'tv_second', 3),
    campaigns.low.text(n, 'tv_second', '2026-09-20'),
    campaigns.behind.preview(1, n, 'banner'),
    campaigns.behind.preview(1, n, 'tv_second'),
  ];
  expect(said(21)).toEqual([
    'Na stanje je dodat 21 L-baner.',
    'kod 123 je iskorišćen 20. septembra 2026. i na Vaše stanje je dodat 21 L-baner.',
    'kampanja „Kifle“ je završena. Uračunat je 21 prikaz.',
    'Ostao je 21 L-baner, dovoljno za oko 3 dana.',
    'Ostala je 21 TV sekunda, dovoljno za oko 3 dana.',
    'kampanje troše oko 21 TV sekundu dnevno. Bez dopune staju oko 20. septembra 2026.',
    'Viđeno 1 od 21 prikaza planiranog do danas.',
    'Viđeno 1 od 21 TV sekunde planirane do danas.',
  ]);
  expect(said(3)).toEqual([
    'Na stanje su dodata 3 L-banera.',
    'kod 123 je iskorišćen 20. septembra 2026. i na Vaše stanje su dodata 3 L-banera.',
    'kampanja „Kifle“ je završena. Uračunata su 3 prikaza.',
    'Ostala su 3 L-banera, dovoljno za oko 3 dana.',
    'Ostale su 3 TV sekunde, dovoljno za oko 3 dana.',
    'kampanje troše oko 3 TV sekunde dnevno. Bez dopune staju oko 20. septembra 2026.',
    'Viđeno 1 od 3 prikaza planirana do danas.',
    'Viđeno 1 od 3 TV sekunde planirane do danas.',
  ]);
  expect(said(5)[0]).toBe('Na stanje je dodato 5 L-banera.');
  expect(said(180).slice(-2)).toEqual([
    'Viđeno 1 od 180 prikaza planiranih do danas.',
    'Viđeno 1 od 180 TV sekundi planiranih do danas.',
  ]);
});

test('verbs on screens agree with what is counted', () => {
  const said = (n: number) => [networkCopy.move.done('Ana', n), specialRefusals.SPECIAL_PLACES_MISSING({ chosen: n })];
  expect([21, 3, 5].flatMap(said)).toEqual([
    'Ana: premešten 21 član, cela grana.',
    'Paket se pokreće sa 100 mesta. Izabran je 21 televizor.',
    'Ana: premeštena 3 člana, cela grana.',
    'Paket se pokreće sa 100 mesta. Izabrana su 3 televizora.',
    'Ana: premešteno 5 članova, cela grana.',
    'Paket se pokreće sa 100 mesta. Izabrano je 5 televizora.',
  ]);
});

test('the licences of one exchanged device and of several are named as such', () => {
  expect(exchangeMails.delivered.licence(1)).toMatch(/^Licenca je prešla na njega, pa televizor /);
  expect(exchangeMails.delivered.licence(2)).toMatch(/^Licence su prešle na njih, pa televizore /);
});
