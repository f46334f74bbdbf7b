/**
 * What may be shown in one window, in an order in which nothing comes twice in a row while another is left: as it came, but for a campaign
 * that has more than half of the rest, which has to come each second time. `before`: the campaign that was shown last.
 */
export function inTurns<One extends { campaignId: string }>(all: readonly One[], before: string | null): One[] {
  const left = [...all];
  const turns: One[] = [];
  let previous = before;
  while (left.length > 0) {
    const campaigns = [...Map.groupBy(left, ({ campaignId }) => campaignId)];
    const most = campaigns.find(([, some]) => 2 * some.length > left.length)?.[0];
    const isNext = ({ campaignId }: One) =>
      most !== undefined && most !== previous ? campaignId === most : campaignId !== previous;
    const [next] = left.splice(Math.max(0, left.findIndex(isNext)), 1);
    turns.push(next!);
    previous = next!.campaignId;
  }
  return turns;
}
