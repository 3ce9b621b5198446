import { profileColumns } from '#shared/messages/zh/profile-columns.ts'
import { formatCount } from '#shared/count.ts'
import type { customerImport as English } from '#shared/messages/en/customer-import.ts'
import { tableMapping } from '#shared/messages/zh/table-mapping.ts'

/** 客户导入。 */
export const customerImport: typeof English = {
  button: '导入',
  title: '导入客户',
  text: '上传店铺的客户导出文件，或任何含姓名、邮箱或电话的表格。',
  missingPermission: '您无法导入客户',
  file: '文件',
  limits: (megabytes) => `CSV 或 XLSX，最大 ${megabytes} MB`,
  hint: '依次按店铺客户 ID、邮箱、电话识别客户。重复导入同一文件不会产生变化，已有订单中的姓名和地址不会改变。',
  preview: '预览',
  import: (count) => `导入 ${formatCount(count)} 位客户`,
  nothing: '没有可导入的内容',
  again: '请再次选择文件以导入。',
  columns: '请指定各列的含义',
  counts: { read: '读取', created: '新增', updated: '更新', unchanged: '未变', refused: '拒绝' },
  sample: '文件中的前几位客户',
  sampleColumns: { name: '姓名', email: '邮箱', phone: '电话', city: '城市' },
  refused: '被拒绝的行',
  refusedColumns: { line: '行', id: 'ID', reason: '原因' },
  moreRefused: (count) => `另有 ${formatCount(count)} 行，导入后可在任务中查看。`,
  mapping: {
    ...tableMapping,
    title: '列',
    text: '请指定各列的含义，表头相同的文件会记住您的选择。每行是一位客户。',
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
  history: '历史导入',
  historyColumns: { file: '文件', started: '开始时间', result: '结果', actions: '操作' },
  result: (created, updated) =>
    [`新增 ${formatCount(created)}`, ...(updated > 0 ? [`更新 ${formatCount(updated)}`] : [])].join('，'),
  running: '未完成',
  undone: '已撤销',
  show: '只看这些',
  undo: '撤销',
  undoTitle: (number) => `撤销导入 ${number}`,
  undoText: (count) =>
    `将移除 ${formatCount(count)} 位客户。导入后有修改的客户会保留；导入后下过单的客户，其订单会保留。`,
  keep: '保留客户',
}
