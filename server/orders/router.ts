export const ordersRouter = {};
