/** The passwords attackers try first, world-wide and in our language; lower case, six characters and longer. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 87654321 7654321 654321 111111 1111111
  11111111 000000 00000000 112233 121212 123123 123123123 123321 123654 131313 147258 147258369 159357 159753 212121
  222222 232323 333333 444444 555555 5555555 666666 6666666 777777 7777777 888888 88888888 999999 99999999 696969
  101010 102030 010203 147852 246810 258456 741852 789456 789456123 852456 963852 963852741 987654 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwertz
  qwertz123 qwertzuiop qazwsx qazwsxedc asdfgh asdfghjkl asdasd asdasd123 asdf1234 asdfasdf zxcvbn zxcvbnm yxcvbnm
  abc123 abcd1234 abcdef abcdefg abcdefgh a123456 a1234567 a12345678 aa123456 a1b2c3 a1b2c3d4 1234qwer 123qwe 123qweasd
  123abc 12345a 123456a 12345q 1234abcd aaaaaa aaaaaaaa
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pa55word pass1234 pass123 passpass admin123
  admin1 administrator adminadmin letmein welcome welcome1 welcome123 iloveyou loveyou sunshine princess dragon monkey
  football baseball basketball superman batman pokemon michael jordan23 shadow master computer internet killer trustno1
  freedom whatever starwars charlie summer winter spring autumn secret secret123 login123 changeme default test123
  test1234 testtest google samsung samsung1 iphone facebook youtube android chelsea arsenal liverpool barcelona
  realmadrid juventus ferrari mercedes mustang corvette porsche
  lozinka lozinka1 lozinka12 lozinka123 sifra123 sifra1 mojasifra mojalozinka tajnasifra dobardan zdravo123 volimte
  volim te volimtebebo ljubav ljubav1 ljubavi ljubav123 mamatata mamamama tatamama sunce123 suncokret srbija
  srbija1 srbija123 srbija381 srbijasrbiji beograd beograd1 beograd011 novisad novisad1 novisad021 kragujevac crnagora
  crnagora1 podgorica niksic jugoslavija partizan partizan1 partizan1945 crvenazvezda zvezda zvezda1 zvezda1945 delije
  grobari marija marija1 jovana jovana1 milica milica1 aleksandar aleksandra nikola nikola1 nikola123 stefan stefan1
  stefan123 marko123 milos123 milos1 jovan123 dragan dragana jelena jelena1 ivana123 nemanja nemanja1 nikolina andjela
  teodora natasa katarina tamara sladja slobodan kosovojesrbija kosovo kosovo1 kosmet gospodine vidik vidik1 vidik123
`
    .split(/\s+/)
    .filter((word) => word.length >= 6),
);
