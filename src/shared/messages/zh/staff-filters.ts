import type { Messages } from '#shared/messages/en.ts'

export const staffFilters: Messages['staffFilters'] = {
  search: '搜索',
  role: '角色',
  status: '状态',
  secondFactor: '两步验证',
  secondFactors: { on: '已开启', off: '未开启' },
  seen: '最近活跃',
  seenValues: { inactive: '30 天以前' },
  owner: '所有者',
  permission: '权限',
  topic: '类型',
  topics: {
    orders: '订单',
    payments: '收款',
    refunds: '退款',
    customers: '客户',
    staff: '员工',
    roles: '角色',
    logins: '登录',
    refusals: '被拒绝',
    imports: '导入',
    exports: '导出与打印',
    settings: '设置',
  },
  actor: '操作人',
  days: '日期',
}
