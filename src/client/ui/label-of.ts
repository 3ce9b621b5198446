import { ownValue } from '#shared/own-value.ts'

/** The label of a kind, type or source; a value that has none, such as one that another program or version wrote, is shown as it is. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  ownValue(labels, value) ?? value
