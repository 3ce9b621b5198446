/** Fixed widths of columns by their ids, in pixels at a font size of 16 px; other columns are as wide as their content. */
export type ColumnWidths = Readonly<Record<string, number>>

export const columnWidthLimits = { minimum: 48, maximum: 960, step: 8 } as const

/** The widths that the form offers; the mouse sets any other. */
export const columnWidthPresets = { narrow: 96, medium: 160, wide: 256, extraWide: 400 } as const

/** The nearest width that a column can have. */
export function roundColumnWidth(width: number): number {
  const { minimum, maximum, step } = columnWidthLimits
  return Math.min(maximum, Math.max(minimum, Math.round(width / step) * step))
}
