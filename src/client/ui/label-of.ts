/** The label of a kind or type; a value that another version wrote has none and is shown as it is. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value
