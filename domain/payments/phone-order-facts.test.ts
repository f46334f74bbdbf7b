import { expect, test } from 'vitest';
import { company } from '../company.ts';
import { phoneOrderScript } from './phone-order-copy.ts';
import { PHONE_ORDER_TEXT_VERSION } from './phone-order-facts.ts';

const one = 'Vidik – 1 uređaj';
const transfer = phoneOrderScript({ productName: one, total: 2_566_000, until: '2026-12-04' });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const onDelivery = phoneOrderScript({ productName: one, total: 2_605_000, until: null });

test('whoever changes a word gives the words a new version', () => {
  expect({ version: PHONE_ORDER_TEXT_VERSION, transfer, onDelivery }).toMatchInlineSnapshot(`
    {
      "onDelivery": [
        "Prodavac je Vidik primer d.o.o., Primer ulica 1, 11000 Beograd, matični broj 00000000, telefon +381 11 555 0100, email podrska@vidik.example. Ovaj razgovor vodimo radi prodaje uređaja Vidik.",
        "Naručujete: Vidik – 1 uređaj. Svaki uređaj se uključuje u USB ulaz televizora i ima licencu za program. U cenu su uključeni licenca, garancija od 5 godina, podrška i dostava. Kupovina uređaja nije ulaganje i ne donosi zagarantovan prihod. Nagrade se obračunavaju po pravilima programa.",
        "Ukupno plaćate 26.050 RSD: cena sadrži PDV i dostavu, kao i naknadu za pouzeće 390 RSD. Drugih troškova nema.",
        "Plaćate kuriru, pri preuzimanju. Pre slanja Vas zovemo da potvrdite adresu i iznos. Ako paket ne preuzmete, ništa ne dugujete. Isporuka je najkasnije 30 dana od narudžbine.",
        "Od kupovine možete da odustanete u roku od 14 dana od prijema uređaja, bez navođenja razloga. Uređaj vraćate u roku od 14 dana od izjave, a trošak vraćanja je Vaš, osim ako je neispravan; naša nalepnica košta 420 RSD, što se odbija od povraćaja. Novac, sa troškom dostave, vraćamo najkasnije 14 dana od izjave; sa vraćanjem možemo da sačekamo dok uređaj ne stigne ili dok ne dobijemo dokaz da je poslat. Naknada za pouzeće se vraća kada odustanete od cele narudžbine.",
        "Za saobraznost uređaja odgovaramo dve godine. Reklamaciju primamo na podrska@vidik.example i na +381 11 555 0100: odgovaramo u roku od 8 dana, a rešavamo je u roku od 30 dana. Spor može da se reši i vansudski, pred telom sa liste nadležnog ministarstva.",
        "Ako pristanete, naručujete uz obavezu plaćanja. Sve ovo stiže Vam i email porukom, sa obrascem za odustanak.",
      ],
      "transfer": [
        "Prodavac je Vidik primer d.o.o., Primer ulica 1, 11000 Beograd, matični broj 00000000, telefon +381 11 555 0100, email podrska@vidik.example. Ovaj razgovor vodimo radi prodaje uređaja Vidik.",
        "Naručujete: Vidik – 1 uređaj. Svaki uređaj se uključuje u USB ulaz televizora i ima licencu za program. U cenu su uključeni licenca, garancija od 5 godina, podrška i dostava. Kupovina uređaja nije ulaganje i ne donosi zagarantovan prihod. Nagrade se obračunavaju po pravilima programa.",
        "Ukupno plaćate 25.660 RSD: cena sadrži PDV i dostavu. Drugih troškova nema.",
        "Plaćate uplatom na račun, po predračunu koji stiže email porukom i važi do 4. decembra 2026. Ako uplata ne stigne do tada, narudžbina se otkazuje i ništa ne dugujete. Isporuka je najkasnije 30 dana od uplate.",
        "Od kupovine možete da odustanete u roku od 14 dana od prijema uređaja, bez navođenja razloga. Uređaj vraćate u roku od 14 dana od izjave, a trošak vraćanja je Vaš, osim ako je neispravan; naša nalepnica košta 420 RSD, što se odbija od povraćaja. Novac, sa troškom dostave, vraćamo najkasnije 14 dana od izjave; sa vraćanjem možemo da sačekamo dok uređaj ne stigne ili dok ne dobijemo dokaz da je poslat.",
        "Za saobraznost uređaja odgovaramo dve godine. Reklamaciju primamo na podrska@vidik.example i na +381 11 555 0100: odgovaramo u roku od 8 dana, a rešavamo je u roku od 30 dana. Spor može da se reši i vansudski, pred telom sa liste nadležnog ministarstva.",
        "Ako pristanete, naručujete uz obavezu plaćanja. Sve ovo stiže Vam i email porukom, sa obrascem za odustanak.",
      ],
      "version": "2026-11-27",
    }
  `);
});

test('a consumer hears who sells, what, for how much with every fee, how it is paid, when it comes, and how to be rid of it', () => {
  for (const [words, total, fee] of [
    [transfer, '25.660 RSD', false],
    [onDelivery, '26.050 RSD', true],
  ] as const) {
    const text = plain(words.join(' '));
    for (const part of [company.legalName, company.address, company.phone, company.email, one, total])
      expect(text).toContain(part);
    for (const part of [
      '14 dana od prijema',
      'trošak vraćanja je Vaš',
      '420 RSD',
      'Reklamaciju',
      'uz obavezu plaćanja',
    ])
      expect(text).toContain(part);
    expect(text.includes('naknadu za pouzeće 390 RSD')).toBe(fee);
  }
  expect(transfer.join(' ')).toContain('važi do 4. decembra 2026. Ako uplata ne stigne');
  expect(onDelivery.join(' ')).toContain('Plaćate kuriru, pri preuzimanju.');
});
