import { profileColumns } from '#shared/messages/zh/profile-columns.ts'
import { formatCount } from '#shared/count.ts'
import type { customerImport as English } from '#shared/messages/en/customer-import.ts'
import { tableMapping } from '#shared/messages/zh/table-mapping.ts'

/** 客户导入。 */
export const customerImport: typeof English = {
  button: '导入',
  title: '导入客户',
  text: '上传店铺导出的客户文件。先检查，不改动数据。',
  missingPermission: '您无权导入客户',
  limits: (megabytes) =>
    `Shopify、WooCommerce、有赞的客户导出文件，或任何含姓名、邮箱或电话的表格（CSV 或 XLSX），最大 ${megabytes} MB`,
  hint: '依次按店铺客户 ID、邮箱、电话识别客户。重复导入同一文件不会产生变化，已有订单中的姓名和地址不会改变。',
  importCount: (count) => `导入 ${formatCount(count)} 位客户`,
  nothing: '没有可导入的内容',
  again: '再次选择文件即可导入。',
  read: '文件客户',
  sample: '文件中的前几位客户',
  sampleColumns: { name: '姓名', email: '邮箱', phone: '电话', city: '城市' },
  refusedCustomers: '失败的客户',
  customer: '客户',
  mapping: {
    ...tableMapping,
    title: '列',
    text: '请指定各列的含义，表头相同的文件会沿用此设置。每行是一位客户。',
    source: '客户来源',
    sourceHint: '小写的简短名称，例如 etsy，与客户 ID 一起用于识别客户。',
    columns: {
      name: '姓名',
      firstName: '名',
      lastName: '姓',
      ...profileColumns,
      acceptsMarketing: '邮件营销（是或否）',
      externalId: '店铺客户 ID',
    },
  },
  historyColumns: { file: '文件', started: '开始时间', result: '结果', actions: '操作' },
  result: (created, updated) =>
    [`新增 ${formatCount(created)}`, ...(updated > 0 ? [`更新 ${formatCount(updated)}`] : [])].join('，'),
  running: '未完成',
  undone: '已撤销',
  show: '只看这些',
  undo: '撤销',
  undoTitle: (number) => `撤销导入 ${number}`,
  undoText: (count) =>
    `将移除 ${formatCount(count)} 位客户。导入后修改过的客户会保留；已有订单的客户也会保留，仅移除导入的资料。`,
  keep: '保留客户',
}
