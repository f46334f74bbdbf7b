/** The words inside the archive for advertisers: on the drawings and in the brief. */
export const copy = {
  guide: 'Vodič: ovaj sloj obrišite pre slanja',
  layers: { ground: 'Podloga', content: 'Vaš sadržaj', guide: 'Vodič' },
  lBanner: {
    name: 'L-baner',
    window: 'Program gledaoca',
    windowSize: 'prozor 1536 × 864, ostavite ga providnim',
    post: 'Stub 384 px',
    foot: 'Stopa 216 px',
    safe: 'Bezbedna zona',
    message: 'Vaša poruka: do 7 reči',
    logo: 'Logo',
  },
  spot: {
    name: 'TV spot 16:9',
    action: 'Bezbedna slika 93%',
    title: 'Bezbedan tekst 90%',
    message: 'Naslov i logo ovde',
  },
  qr: {
    here: 'Mesto za QR',
    reserved: 'Ovde Vidik ispisuje QR kod',
    keepCalm: 'bez teksta i logotipa',
    title: 'QR kod na ekranu',
    good: 'Ispravno',
    bad: 'Neispravno',
    goodPoints: ['Tamno na beloj podlozi', 'Belina od 4 polja sa svih strana', 'Najmanje 216 × 216 px na 1080p'],
    badPoints: ['Svetlo na tamnom', 'Kod prislonjen uz ivicu', 'Kod preko slike'],
  },
  brief: {
    title: 'Kako se priprema reklama za Vidik',
    lead: 'Dva oblika, četiri mere i jedno mesto za QR kod. Sve je nacrtano u šablonima; ovde su razlozi i spisak za proveru.',
    inArchive: 'Šta je u arhivi',
    files: [
      [
        'l-baner-1920x1080.svg, l-baner-1280x720.svg',
        'Crtež za uređivanje, sa slojevima: podloga, vaš sadržaj, vodič.',
      ],
      ['l-baner-…-vodic.png', 'Isti okvir sa upisanim merama, da ga podmetnete ispod svog rada.'],
      ['l-baner-…-prazan.png', 'Prazna podloga sa providnim prozorom, spremna za sadržaj.'],
      ['tv-spot-1920x1080.svg, tv-spot-1280x720.svg', 'Okvir spota sa bezbednim zonama.'],
      ['qr-vodic.svg, qr-vodic.png', 'Kako QR kod mora da izgleda da bi ga telefon pročitao sa kauča.'],
    ],
    lBanner: {
      title: 'L-baner',
      points: [
        'Pun kadar je 1920 × 1080 ili 1280 × 720 px. L zauzima levih 20% širine i donjih 20% visine.',
        'Prozor za program ostaje providan. Gledalac u njemu vidi ceo kadar, umanjen na 80%.',
        'Tekst i logo držite unutar bezbedne zone: 5% od svake ivice ekrana i 24 px od prozora.',
        'Najviše 7 reči. Slova na 1080p ne manja od 40 px, a glavna poruka od 72 px.',
        'Pošaljite PNG sa providnošću, najviše 1 MB.',
      ],
    },
    spot: {
      title: 'TV spot',
      points: [
        'Kadar 16:9, 1920 × 1080 ili 1280 × 720 px, 25 slika u sekundi, bez crnih traka.',
        'MP4 (H.264) i zvuk AAC. Mnogi ekrani u lokalima su bez zvuka: poruka mora da bude razumljiva i bez njega.',
        'Tekst i logo unutar 90% kadra, sve važno na slici unutar 93%.',
        'Prva sekunda kaže o čemu se radi, poslednje dve drže ime firme.',
        'Jedna TV sekunda je jedna sekunda spota: spot od 15 sekundi prikazan 100 puta troši 1.500 sekundi.',
      ],
    },
    qr: {
      title: 'QR kod',
      points: [
        'Kod ne crtate sami. Gledalac pritisne OK, a Vidik na označeno mesto ispiše kod koji vodi na vaš sajt.',
        'Zato označeno mesto ostavite mirnim: bez teksta, logotipa i lica.',
        'Ako ipak štampate svoj kod, držite se strane „QR kod na ekranu“.',
        'Strana na koju kod vodi mora da radi na telefonu i da se otvori za manje od tri sekunde.',
      ],
    },
    check: {
      title: 'Pre slanja',
      points: [
        'Sloj „Vodič“ je obrisan.',
        'Svi fontovi su pretvoreni u krive.',
        'Poruka se čita sa tri metra.',
        'Cene imaju valutu i rok važenja.',
        'Za sliku, muziku i tuđi znak imate dozvolu.',
      ],
    },
    send: 'Gotov materijal i pitanja šaljite na',
    page: 'Šabloni',
  },
};
