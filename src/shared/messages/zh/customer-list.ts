import { profileColumns } from '#shared/messages/zh/profile-columns.ts'
import type { customerFilters as EnglishFilters, customerList as English } from '#shared/messages/en/customer-list.ts'

/** 客户列表。 */
export const customerList: typeof English = {
  list: '客户',
  filterForm: '搜索客户',
  search: '姓名、邮箱或电话…',
  count: (count) => `${count} 位客户`,
  orderCount: (count) => `${count} 笔订单`,
  counted: '草稿和已取消的订单不计入',
  columns: {
    name: '姓名',
    contact: '联系方式',
    place: '城市',
    orderCount: '订单',
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
  missingPermission: '您无权添加客户',
  export: '导出',
  exportColumns: {
    number: '编号',
    name: '姓名',
    ...profileColumns,
    acceptsMarketing: '邮件营销',
    source: '来源',
    orderCount: '订单',
    lastOrderAt: '最近下单（UTC）',
  },
}

/** 客户列表的筛选条件。 */
export const customerFilters: typeof EnglishFilters = {
  orderCount: '下单次数',
  orderCounts: { none: '未下单', one: '一次', several: '多次' },
  lastOrder: '最近下单',
  firstOrder: '首次下单',
  erased: '个人信息',
  erasedValues: { no: '保留', yes: '已清除' },
}
