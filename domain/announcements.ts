/**
 * What programs of others are told of (webhooks), each with the object it is about and the fields that changed, as the API names them.
 * Without fields the object is new, or gone. They never hear anything else: whoever may read the object asks for it.
 */
export const ANNOUNCEMENTS = {
  'order.paid': { object: 'order', changed: ['status', 'paymentState', 'paidAt'] },
  'order.refunded': { object: 'order', changed: ['paymentState', 'refunded'] },
  'order.cancelled': { object: 'order', changed: ['status', 'paymentState'] },
  'payment.received': { object: 'payment', changed: [] },
  'document.issued': { object: 'document', changed: [] },
  'parcel.packed': { object: 'parcel', changed: ['state'] },
  'parcel.handed': { object: 'parcel', changed: ['state'] },
  'parcel.delivered': { object: 'parcel', changed: ['state', 'deliveredAt'] },
  'parcel.returned': { object: 'parcel', changed: ['state'] },
  'stock.low': { object: 'stock', changed: ['isLow'] },
  'reservation.confirmed': { object: 'reservation', changed: ['status', 'confirmedAt'] },
  'voucher.issued': { object: 'voucher', changed: [] },
  'person.erased': { object: 'person', changed: [] },
} as const satisfies Record<string, { object: string; changed: readonly string[] }>;

export type AnnouncementType = keyof typeof ANNOUNCEMENTS;
export const ANNOUNCED = Object.keys(ANNOUNCEMENTS) as [AnnouncementType, ...AnnouncementType[]];
