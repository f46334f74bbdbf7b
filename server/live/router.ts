export const liveRouter = {};
