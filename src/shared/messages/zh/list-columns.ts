import type { listColumns as en } from '#shared/messages/en/list-columns.ts'

export const listColumns: typeof en = {
  title: '列设置',
  text: '选择列表显示哪些列、列的顺序和行高，只影响自己的列表。',
  dragText: '也可拖动表头边缘调整列宽，双击恢复自动。',
  viewText: (name) => `视图“${name}”有自己的列，修改对所有使用它的人生效。`,
  fixedByView: (name) => `视图“${name}”有自己的列，只有可修改该视图的人才能更改。`,
  label: '列表的列',
  up: (column) => `上移“${column}”`,
  down: (column) => `下移“${column}”`,
  moved: (column, position, count) => `${column}：第 ${position} 列，共 ${count} 列`,
  width: (column) => `“${column}”的列宽`,
  automatic: '自动',
  widths: { narrow: '窄', medium: '中', wide: '宽', extraWide: '特宽' },
  ownWidth: (width) => `${width} 像素`,
  density: '行高',
  densities: { comfortable: '宽松', compact: '紧凑' },
  reset: '恢复默认',
  save: '保存',
}
