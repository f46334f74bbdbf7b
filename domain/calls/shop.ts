import type { CallRule } from '../call-rule.ts';
import { PAID_BACK_MAILS, REPEATABLE_ORDER_MAILS, STOCK_LOW_MAILS } from './mails.ts';

/** Orders, parcels, returns, stock, documents and files. */
export const shopCalls = {
  'orders.confirmed': { who: 'member', reads: 'own order' },
  'orders.mine': { who: 'member', reads: 'own orders' },
  'orders.read': { who: 'member', reads: 'own order' },
  'orders.cancel': {
    who: 'member',
    writes: 'one of its own orders',
    mails: { 'orders.called-off': 'the buyer, when it was to be paid by transfer' },
  },
  'orders.changeDelivery': {
    who: 'member',
    writes: 'where one of its own orders goes',
    mails: { 'orders.delivery-changed': 'the buyer' },
  },
  'orders.changeCompany': {
    who: 'member',
    writes: 'the firm of one of its own orders, a pro-forma invoice',
    limits: ['changes of orders'],
    mails: { 'orders.proforma': 'the buyer, when it waits for a transfer' },
  },
  'orders.changeWay': {
    who: 'member',
    writes: 'one of its own orders and its claims',
    limits: ['changes of orders'],
    mails: { 'orders.proforma': 'the buyer', 'orders.by-card-now': 'the buyer', 'orders.on-delivery': 'the buyer' },
  },
  'orders.withdraw': {
    who: 'member',
    writes: 'one of its own orders',
    mails: { 'orders.withdrawn': 'the buyer', 'orders.withdrawal-came': 'the super-admin' },
  },
  'orders.admin.read': { who: 'see sales', reads: 'one order, its buyer, mails and notes' },
  'orders.admin.neighbours': { who: 'see sales', reads: 'numbers of all orders' },
  'orders.admin.addNote': { who: 'handle payments', writes: 'notes of staff about one order' },
  'orders.admin.sendMailAgain': {
    who: 'handle payments',
    writes: 'mails about one order',
    mails: REPEATABLE_ORDER_MAILS,
  },
  'orders.admin.cancel': { who: 'handle payments', writes: 'one order', mails: { 'orders.called-off': 'the buyer' } },
  'orders.admin.extend': {
    who: 'handle payments',
    writes: 'the claim of one order, a pro-forma invoice',
    mails: { 'orders.proforma': 'the buyer' },
  },
  'orders.admin.changeDelivery': {
    who: 'change deliveries',
    writes: 'where one order goes',
    mails: { 'orders.delivery-changed': 'the buyer' },
  },
  'orders.admin.changeCompany': {
    who: 'handle payments',
    writes: 'the firm of one order, a pro-forma invoice',
    mails: { 'orders.proforma': 'the buyer, when it waits for a transfer' },
  },
  'orders.admin.call': {
    who: 'handle payments',
    writes: 'one order that is paid on delivery',
    mails: { 'orders.call-missed': 'the buyer', 'orders.call-number': 'the buyer', 'orders.called-off': 'the buyer' },
  },
  'orders.admin.openCall': {
    who: 'handle payments',
    writes: 'that the caller has one order open for a call',
    audited: 'no: the call is',
  },
  'orders.admin.closeCall': {
    who: 'handle payments',
    writes: 'that the caller has one order open no more',
    audited: 'no: the call is',
  },
  'orders.admin.extendCall': { who: 'handle payments', writes: 'until when the buyer of one order may answer a call' },
  'orders.admin.settle': {
    who: 'keep accounts',
    writes: 'the payments of one order that a courier collected',
    mails: { 'orders.new-sale': 'the super-admin' },
  },
  'orders.admin.changeWay': {
    who: 'handle payments',
    writes: 'one order and its claims',
    mails: { 'orders.proforma': 'the buyer', 'orders.by-card-now': 'the buyer', 'orders.on-delivery': 'the buyer' },
  },

  'fulfilment.follow': {
    who: 'anyone',
    reads: 'the parcel whose mailed token is shown, masked',
    limits: ['opened links'],
  },
  'fulfilment.own': { who: 'member', reads: 'parcels and papers of an own order' },
  'fulfilment.choose': { who: 'member', writes: 'what is wanted instead of an own parcel that was lost or damaged' },
  'fulfilment.admin.read': { who: 'see parcels', reads: 'parcels of one order, where it goes, who packed' },
  'fulfilment.admin.address': { who: 'see parcels', reads: 'whether a courier knows where one order goes' },
  'fulfilment.admin.queue': { who: 'see parcels', reads: 'orders to be packed or fetched, with name and place' },
  'fulfilment.admin.labels': { who: 'see parcels', writes: 'that labels were printed' },
  'fulfilment.admin.labelsOf': { who: 'see parcels', writes: 'that labels were printed' },
  'fulfilment.admin.printing': {
    who: 'see parcels',
    onlyPeople: 'a screen is told how far it is',
    writes: 'that labels were printed',
    streams: 'session',
  },
  'fulfilment.admin.packingList': { who: 'see parcels', reads: 'orders to be packed, with address and phone' },
  'fulfilment.admin.pickUpList': { who: 'see parcels', reads: 'parcels to be fetched, with name and address' },
  'fulfilment.admin.pack': { who: 'pack orders', writes: 'a parcel under its key, devices', mails: STOCK_LOW_MAILS },
  'fulfilment.admin.cancel': {
    who: 'pack orders',
    writes: 'a parcel that has not left, its devices',
    mails: STOCK_LOW_MAILS,
  },
  'fulfilment.admin.correct': {
    who: 'pack orders',
    writes: 'a parcel that has not left, two devices',
    mails: STOCK_LOW_MAILS,
  },
  'fulfilment.admin.enterReceipt': { who: 'pack orders', writes: 'the number of an order’s receipt' },
  'fulfilment.admin.handOver': {
    who: 'pack orders',
    writes: 'a parcel, its devices, the order’s račun with the first one, the record of an exchange',
    mails: {
      ...STOCK_LOW_MAILS,
      'fulfilment.sent': 'the buyer, once for each parcel',
      'fulfilment.exchange-sent': 'the buyer, once for each parcel of exchanges',
    },
  },
  'fulfilment.admin.changeCourier': { who: 'pack orders', writes: 'a parcel that no courier has' },
  'fulfilment.admin.decideRequest': { who: 'pack orders', writes: 'what a courier was asked for' },
  'fulfilment.admin.askCourier': {
    who: 'pack orders',
    writes: 'that a courier was asked',
    mails: { 'fulfilment.courier-asked': 'the courier’s customer service, once a day for each parcel' },
  },
  'fulfilment.admin.move': {
    who: 'pack orders',
    writes: 'a parcel that has left, its devices, their garantni list',
    mails: {
      ...STOCK_LOW_MAILS,
      'fulfilment.delivered': 'the buyer, once for each parcel',
      'fulfilment.refused': 'the buyer, once for each parcel',
      'fulfilment.lost': 'the buyer who waits for it, each time that a parcel is lost or damaged',
      'fulfilment.exchange-delivered': 'the buyer, once for each parcel of exchanges',
    },
  },
  'fulfilment.admin.sendLink': {
    who: 'handle payments',
    writes: 'mails about one order',
    mails: { 'fulfilment.sent': 'the buyer' },
  },
  'fulfilment.admin.sort': {
    who: 'sort old parcels',
    writes: 'whether a parcel of before there were records was delivered',
  },
  'fulfilment.admin.enterChoice': {
    who: 'handle payments',
    writes: 'what a buyer wants instead of a parcel that was lost or damaged',
  },
  'fulfilment.admin.settleClaim': {
    who: 'handle payments',
    writes: 'what a courier said of a parcel it lost or damaged, the devices of a lost one',
  },
  'fulfilment.admin.exchange': {
    who: 'handle payments',
    writes: 'an exchange of a device of one order, the device when it is here',
    mails: {
      ...STOCK_LOW_MAILS,
      'fulfilment.exchange-asked': 'the buyer, who sends the device',
      'fulfilment.exchange-received': 'the buyer, when it is here',
    },
  },
  'fulfilment.admin.receiveExchanged': {
    who: 'pack orders',
    writes: 'an exchange, its device',
    mails: { ...STOCK_LOW_MAILS, 'fulfilment.exchange-received': 'the buyer' },
  },
  'fulfilment.admin.cancelExchange': {
    who: 'handle payments',
    writes: 'an exchange, its device',
    mails: { ...STOCK_LOW_MAILS, 'fulfilment.exchange-cancelled': 'the buyer' },
  },

  'returns.read': { who: 'member', reads: 'devices and returns of one of its own orders' },
  'returns.ask': {
    who: 'member',
    writes: 'a return of one of its own orders, with the withdrawal or the complaint',
    mails: {
      'returns.asked': 'the buyer, of a withdrawal',
      'orders.withdrawal-came': 'the super-admin',
      'tasks.complaint-received': 'the buyer, of a complaint',
      'tasks.complaint-came': 'the super-admin',
    },
  },
  'returns.pictures.add': {
    who: 'member',
    writes: 'a picture of a return of one of its own orders',
    limits: ['uploads'],
  },
  'returns.pictures.remove': { who: 'member', writes: 'a picture of a return of one of its own orders' },
  'returns.admin.read': { who: 'see sales', reads: 'returns of one order' },
  'returns.admin.sendLabel': { who: 'handle payments', writes: 'a return', mails: { 'returns.label': 'the buyer' } },
  'returns.admin.receive': {
    who: 'handle payments',
    writes: 'a return, its devices',
    mails: { 'returns.received': 'the buyer' },
  },
  'returns.admin.decide': {
    who: 'handle payments',
    writes: 'a return, a refund of its order or exchanges of its devices, the complaint',
    mails: { ...PAID_BACK_MAILS, 'returns.decided': 'the buyer', 'tasks.answered': 'the buyer, of a complaint' },
  },
  'returns.admin.callOff': { who: 'handle payments', writes: 'a return', mails: { 'returns.called-off': 'the buyer' } },

  'orders.admin.rates.list': { who: 'keep accounts', reads: 'rates of the euro and who set them' },
  'orders.admin.rates.set': { who: 'keep accounts', writes: 'the rate of the euro from a day on' },
  'orders.admin.rates.remove': { who: 'keep accounts', writes: 'a rate of the euro of a day to come' },
  'orders.admin.list': { who: 'see sales', reads: 'all orders' },
  'orders.admin.sums': { who: 'see sales', reads: 'all orders' },
  'orders.admin.views': { who: 'see sales', reads: 'how many orders there are, own views and shared ones' },
  'orders.admin.saveView': { who: 'see sales', writes: 'own views of the list' },
  'orders.admin.removeView': { who: 'see sales', writes: 'own views of the list' },
  'orders.admin.export': { who: 'see sales', reads: 'all orders', audited: 'yes' },
  'orders.admin.resolveWithdrawal': { who: 'handle payments', writes: 'one order' },

  'documents.open': { who: 'member', reads: 'own document' },
  'documents.all': { who: 'member', reads: 'own documents of one order' },
  'documents.admin.open': { who: 'see sales', reads: 'one document' },
  'documents.admin.all': { who: 'see sales', reads: 'the documents of one order' },
  'documents.admin.look': { who: 'see sales', reads: 'one invoice and the company of its order' },
  'documents.admin.reissue': {
    who: 'handle payments',
    writes: 'a credit note and an invoice, the company of one order',
  },
  'documents.admin.issue': { who: 'handle payments', writes: 'the invoice of one order or one period that has none' },

  'files.uploads.begin': {
    who: 'member',
    writes: 'a new upload of its own, under its key',
    limits: ['uploads'],
    audited: 'no: nothing is kept until it is complete',
  },
  'files.uploads.part': {
    who: 'member',
    writes: 'own upload',
    limits: ['parts of uploads'],
    audited: 'no: nothing is kept until it is complete',
  },
  'files.uploads.state': { who: 'member', reads: 'own upload' },
  'files.uploads.complete': { who: 'member', writes: 'a new file of its own', limits: ['uploads'] },
  'files.uploads.abort': { who: 'member', writes: 'own upload', audited: 'no: nothing was kept' },
  'files.remove': { who: 'member', writes: 'own file' },

  'tasks.mine': { who: 'member', reads: 'own tasks' },
  'tasks.complain': {
    who: 'member',
    writes: 'own order',
    mails: { 'tasks.complaint-received': 'the buyer', 'tasks.complaint-came': 'the super-admin' },
  },
  'tasks.admin.open': {
    who: 'answer customers',
    reads: 'tasks, the addresses of their buyers, pictures of complaints',
  },
  'tasks.admin.answer': { who: 'answer customers', writes: 'open tasks', mails: { 'tasks.answered': 'the buyers' } },

  'installations.mine': { who: 'member', reads: 'own installations' },
  'installations.record': { who: 'member', writes: 'own installation' },
  'installations.admin.list': { who: 'answer customers', reads: 'installations, whom they are for and who does them' },
  'installations.admin.installers': {
    who: 'answer customers',
    reads: 'names, towns and addresses of those with the label',
  },
  'installations.admin.assign': {
    who: 'answer customers',
    writes: 'one installation',
    mails: { 'installations.assigned': 'the installer' },
  },
  'installations.admin.cancel': {
    who: 'answer customers',
    writes: 'one installation',
    mails: { 'installations.cancelled': 'the installer' },
  },

  'stock.admin.list': { who: 'keep stock', reads: 'all devices and the orders they are in' },
  'stock.admin.level': { who: 'keep stock', reads: 'sums of all devices' },
  'stock.admin.export': { who: 'keep stock', reads: 'all devices, whose order each is in', audited: 'yes' },
  'stock.admin.device': { who: 'keep stock', reads: 'one device and its moves' },
  'stock.admin.intakes': { who: 'keep stock', reads: 'all intakes' },
  'stock.admin.check': { who: 'keep stock', reads: 'which devices of a file are known' },
  'stock.admin.take': {
    who: 'keep stock',
    writes: 'an intake under its key, new devices',
    mails: STOCK_LOW_MAILS,
  },
  'stock.admin.undo': { who: 'keep stock', writes: 'an intake of a moment ago, its devices', mails: STOCK_LOW_MAILS },
  'stock.admin.scan': { who: 'keep stock', writes: 'one new device, the intake under its key', mails: STOCK_LOW_MAILS },
  'stock.admin.unscan': {
    who: 'keep stock',
    writes: 'one device that was scanned and has not moved',
    mails: STOCK_LOW_MAILS,
  },
  'stock.admin.writeOff': { who: 'keep stock', writes: 'devices', mails: STOCK_LOW_MAILS },
  'stock.admin.setDeliversFrom': { who: 'keep stock', writes: 'the day from which devices are delivered' },
  'stock.admin.setLimit': { who: 'keep stock', writes: 'the limit for the warning', mails: STOCK_LOW_MAILS },
} as const satisfies Record<string, CallRule>;
