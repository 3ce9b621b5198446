import type { jobNames as en } from '#shared/messages/en/job-names.ts'

export const jobNames: typeof en = {
  ship: '批量发货',
  tag: '批量添加标签',
  untag: '批量移除标签',
  assign: '批量分配',
  hold: '批量暂停订单',
  release: '批量恢复订单',
  archive: '批量归档',
  unarchive: '批量取消归档',
  cancel: '批量取消订单',
  print: '批量打印',
  import: '导入订单',
  export: '导出订单',
  import_customers: '导入客户',
  export_customers: '导出客户',
  undo_customer_import: '撤销客户导入',
  undo_import: '撤销导入',
}
