export const paymentsRouter = {};
