/** An address as k***@example.org, for those who know it anyway. */
export const maskAddress = (address: string): string =>
  `${[...address].slice(0, 1).join('')}***@${address.slice(address.lastIndexOf('@') + 1)}`;
