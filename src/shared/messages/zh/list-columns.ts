import type { listColumns as en } from '#shared/messages/en/list-columns.ts'

export const listColumns: typeof en = {
  title: '列设置',
  text: '选择列表显示哪些列、列的顺序和行高，仅对您自己生效。',
  label: '列表的列',
  up: (column) => `上移“${column}”`,
  down: (column) => `下移“${column}”`,
  moved: (column, position, count) => `${column}：第 ${position} 列，共 ${count} 列`,
  density: '行高',
  densities: { comfortable: '宽松', compact: '紧凑' },
  reset: '恢复默认',
  save: '保存',
}
