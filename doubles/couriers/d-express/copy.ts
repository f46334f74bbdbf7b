/** A few places of the courier's register, with their postal codes. */
export const PLACES: [id: number, name: string, postalCode: number][] = [
  [100001, 'Beograd', 11000],
  [100002, 'Novi Sad', 21000],
  [100003, 'Niš', 18000],
  [100004, 'Kragujevac', 34000],
  [100005, 'Čačak', 32000],
  [100006, 'Subotica', 24000],
  [100007, 'Užice', 31000],
  [100008, 'Kraljevo', 36000],
  [100009, 'Valjevo', 14000],
  [100010, 'Zrenjanin', 23000],
  [100011, 'Pančevo', 26000],
  [100012, 'Leskovac', 16000],
  [100013, 'Kruševac', 37000],
  [100014, 'Smederevo', 11300],
  [100015, 'Šabac', 15000],
  [100016, 'Sombor', 25000],
  [100017, 'Novi Pazar', 36300],
  [100018, 'Vranje', 17500],
  [100019, 'Sremska Mitrovica', 22000],
  [100020, 'Požarevac', 12000],
  [100021, 'Jagodina', 35000],
  [100022, 'Zaječar', 19000],
  [100023, 'Pirot', 18300],
  [100024, 'Kikinda', 23300],
  [100025, 'Vršac', 26300],
  [100026, 'Ćuprija', 35230],
];

export const STREETS = ['Glavna', 'Ulica lipa', 'Kneza Miloša'];
export const OFFICES = ['Novi Beograd', 'Novi Sad'];
export const CENTRES = ['Beograd', 'Novi Sad'];
export const LOCKER = 'Paketomat Novi Beograd';

/** Its codes that it names itself; it uses others, too. */
export const STATUSES = [
  { ID: 1, Name: 'Isporučeno' },
  { ID: 3, Name: 'U transportu' },
  { ID: 4, Name: 'Na isporuci' },
  { ID: 5, Name: 'Primalac odbio pošiljku' },
  { ID: 6, Name: 'Primalac nije na adresi' },
  { ID: 9, Name: 'Primalac nema novac' },
  { ID: 18, Name: 'Preuzeto od pošiljaoca' },
  { ID: 20, Name: 'Vraćeno pošiljaocu' },
  { ID: 21, Name: 'Vraća se pošiljaocu' },
];
