/** Apart from the desk's other words: it is shown before they have come. */
export const rewardsDeskTitle = 'Nagrade i obračun';
