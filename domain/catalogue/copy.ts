/** Device packages: copy/packages.md, section 1. Button texts and prices are the specification's, to the letter. */
export const copy = {
  title: 'Izaberite svoj paket uređaja',
  lead: 'Jedan uređaj za vaš televizor, deset za ekipu, sto za one koji vode veliku mrežu. Plaća se jednom.',
  featured: 'Izdvajamo',
  oneOff: 'jednokratno',
  signInNote: 'Za kupovinu je potrebna prijava. Posle prijave nastavljate od ovog paketa.',
  honest:
    'Kupovina uređaja nije ulaganje i ne donosi zagarantovan prihod. Nagrade se obračunavaju po pravilima programa.',
  withdrawal: 'Kao potrošač možete da odustanete od kupovine u roku od 14 dana od prijema.',
  devices: {
    one: {
      productName: 'Vidik – 1 uređaj',
      name: '1 uređaj',
      tagline: 'Za jedan televizor u kući.',
      perDevice: null,
      features: [
        '1 USB uređaj sa licencom',
        'Garancija 5 godina',
        'Podrška i dostava uključene u cenu',
        'Besplatna obuka iz finansijske pismenosti',
      ],
      added: [],
      button: 'počni da rasteš',
      aria: 'Kupite paket: 1 uređaj, 219 evra',
    },
    ten: {
      productName: 'Vidik – 10 uređaja',
      name: '10 uređaja',
      tagline: 'Za porodicu, prijatelje ili prvu ekipu.',
      perDevice: '199,90 € po uređaju',
      features: [
        '10 USB uređaja sa licencom',
        'Garancija 5 godina na svaki uređaj',
        'Podrška i dostava uključene u cenu',
        'Besplatna obuka iz finansijske pismenosti',
      ],
      added: ['Pristup zatvorenoj poslovnoj grupi'],
      button: 'pojačaj snagu',
      aria: 'Kupite paket: 10 uređaja, 1.999 evra',
    },
    hundred: {
      productName: 'Vidik – 100 uređaja',
      name: '100 uređaja',
      tagline: 'Za one koji već vode mrežu ili je ozbiljno pokreću.',
      perDevice: '179,99 € po uređaju',
      features: [
        '100 USB uređaja sa licencom',
        'Garancija 5 godina na svaki uređaj',
        'Podrška i dostava uključene u cenu',
        'Besplatna obuka iz finansijske pismenosti',
      ],
      added: ['Pristup zatvorenoj poslovnoj grupi', 'Pristup CLOSE grupi lidera', 'Besplatan seminar'],
      button: 'otključaj punu snagu',
      aria: 'Kupite paket: 100 uređaja, 17.999 evra',
    },
  },
} as const;
