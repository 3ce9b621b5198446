import { formatCount } from '#shared/count.ts'
import type { en } from '#shared/messages/en.ts'

export const home: (typeof en)['home'] = {
  dateLine: (weekday, day) => `${day} ${weekday}`,
  period: '期间',
  periods: { 'today': '今天', '7d': '近 7 天', 'month': '本月', 'all': '全部' },
  currency: '币种',
  upTo: (days, clock) => `${days}，截至 ${clock}`,
  allUpTo: (clock) => `全部时间，截至 ${clock}`,
  comparedWith: (days) => `较${days}`,
  todayComparedWith: (days) => `今天较${days}`,

  income: '收入',
  expense: '支出',
  net: '净额',
  orders: '订单',
  notCancelled: '不含已取消',
  today: '今天',
  was: (value) => `上期 ${value}`,
  up: '上升',
  down: '下降',
  noFigures: (permission, roles) => `查看金额需要“${permission}”权限，拥有该权限的角色：${roles}。`,

  dailyFlow: '每日收支',
  flowLabel: '每日收入与支出',
  day: '日期',
  noFlow: '该期间无收支。',
  viewAsTable: '以表格查看',

  needsAttention: '待处理',
  items: (n) => `${formatCount(n)} 项`,
  toShip: '待发货订单',
  oldestSince: (time) => `最早一单 ${time}`,
  unpaid: '未付款订单',
  unpaidHint: '已下单，未付清',
  pendingUsers: '待审批账号',
  pendingUsersHint: '通过后才能登录',
  nothingToDo: '没有待处理事项。',

  activity: '最近动态',
  noActivity: '暂无动态。',

  firstSteps: '开始使用',
  importOrders: '导入订单',
  importHint: '上传店铺导出的订单文件（CSV）。重复导入同一文件不会产生重复订单。',
  addColleagues: '添加同事',
  addColleaguesHint: '同事在 /register 注册后，由你审批并分配角色。',
  openUsers: '前往用户',
  noOrders: '暂无订单',
  noOrdersHint: '导入订单后显示数据。运营、管理员和所有者可以导入。',
}
