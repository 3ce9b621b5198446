import type { tableMapping as English } from '#shared/messages/en/table-mapping.ts'

/** 指定表格各列含义的表单。 */
export const tableMapping: typeof English = {
  rows: '文件前几行',
  headingRow: '表头所在行',
  column: (number) => `第 ${number} 列`,
  none: '无',
  moreColumns: '更多列',
  dayOrder: '日期格式',
  dayOrders: { ymd: '年、月、日', dmy: '日、月、年', mdy: '月、日、年' },
  decimalMark: '金额格式',
  decimalMarks: { '.': '1,234.50', ',': '1.234,50' },
}
