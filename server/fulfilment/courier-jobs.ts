/** Sends what couriers are asked for (flows/fulfilment/couriers/send-requests.ts). */
export const REQUESTS_JOB = 'fulfilment.courier-requests';
/** Asks those couriers that can be asked how parcels are (flows/fulfilment/couriers/poll-courier-statuses.ts). */
export const ASK_COURIERS_JOB = 'fulfilment.ask-couriers';
