import { profileColumns } from '#shared/messages/zh/profile-columns.ts'
import type { customerList as English } from '#shared/messages/en/customer-list.ts'

/** 客户列表。 */
export const customerList: typeof English = {
  list: '客户',
  filterForm: '搜索客户',
  search: '姓名、邮箱或电话…',
  count: (count) => `${count} 位客户`,
  columns: {
    name: '姓名',
    contact: '联系方式',
    place: '城市',
    lastOrder: '最近下单',
    number: '编号',
  },
  noOrder: '暂无订单',
  unnamed: '未填写姓名',
  none: '还没有客户',
  noneHint: '客户会随订单出现，也可以逐个添加，或从文件导入。',
  orders: '订单',
  add: '新建客户',
  addShort: '新建',
  missingPermission: '您无法添加客户',
  export: '导出',
  exportColumns: {
    number: '编号',
    name: '姓名',
    ...profileColumns,
    acceptsMarketing: '邮件营销',
    source: '来源',
    lastOrderAt: '最近下单（UTC）',
  },
}
