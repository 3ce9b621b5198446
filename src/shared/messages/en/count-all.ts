/** Texts for counting all rows of a long list. */
export const countAll = {
  count: 'Count all',
  stop: 'Stop',
  counting: (count: string) => `Counting… ${count}`,
  exact: (count: string) => `${count} in total`,
  failed: 'The rows could not be counted.',
}
