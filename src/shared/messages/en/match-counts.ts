/** Texts for the number of rows that a filter would list. */
export const matchCounts = {
  show: (count: string, isOne: boolean) => `Show ${count} ${isOne ? 'result' : 'results'}`,
  without: (removal: string, count: string) => `${removal} (${count})`,
}
