/** Said when the code of a page does not arrive. */
export const followLate = { order: 'Narudžbina se nije učitala', parcel: 'Paket se nije učitao' } as const;
