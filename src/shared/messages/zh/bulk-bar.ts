import type { bulkBar as en } from '#shared/messages/en/bulk-bar.ts'

export const bulkBar: typeof en = {
  label: '批量操作所选订单',
  selected: (count) => `已选 ${count} 单`,
  allSelected: (count) => `已选全部 ${count} 单`,
  page: (count) => `选择本页 ${count} 单`,
  clear: '取消选择',
  ended: (count) => `已取消选择 ${count} 单`,
  endedText: '列表条件变化后，选择不再保留。',
  full: (count) => `最多可选 ${count} 单`,
  fullText: '订单更多时，选择“符合条件的全部”。',
  all: (count) => `符合条件的全部 ${count} 单`,
  print: '打印',
  export: '导出',
  more: '更多操作',
  actions: {
    ship: '发货',
    tag: '添加标签',
    untag: '移除标签',
    assign: '分配',
    hold: '暂停',
    release: '恢复',
    archive: '归档',
    unarchive: '取消归档',
    cancel: '取消订单',
  },
}
