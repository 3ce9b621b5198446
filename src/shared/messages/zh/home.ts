import { formatCount } from '#shared/count.ts'
import type { en } from '#shared/messages/en.ts'

export const home: (typeof en)['home'] = {
  dateLine: (weekday, day) => `${day} ${weekday}`,
  period: '期间',
  periods: { 'today': '今天', '7d': '近 7 天', 'month': '本月', 'all': '全部' },
  currency: '币种',
  upTo: (days, clock) => `${days}，截至 ${clock}`,
  allUpTo: (clock) => `全部时间，截至 ${clock}`,
  comparedWith: (days) => `对比${days}`,
  todayComparedWith: (days) => `今天对比${days}`,

  income: '收入',
  expense: '支出',
  net: '净额',
  orders: '订单',
  notCancelled: '不含已取消',
  today: '今天',
  was: (value) => `上期 ${value}`,
  up: '上升',
  down: '下降',
  noFigures: (right, roles) => `有“${right}”权限的人在这里看到金额：${roles}。`,

  dailyFlow: '每日收支',
  flowLabel: '每日收入和支出',
  day: '日期',
  noFlow: '该期间没有收支。',
  viewAsTable: '表格',

  needsYourAttention: '等你处理',
  needsAttention: '待处理',
  items: (n) => `${formatCount(n)} 项`,
  toShip: '待发货订单',
  oldestSince: (time) => `最早一单 ${time}`,
  unpaid: '未付款订单',
  unpaidHint: '已下单，款未收齐',
  pendingUsers: '申请加入的人',
  pendingUsersHint: '批准后才能登录',
  nothingToDo: '没有待处理的事。',

  activity: '最近动态',
  noActivity: '还没有动态。',

  firstSteps: '开始使用',
  importOrders: '导入订单',
  importHint: '导入店铺导出的订单文件（CSV）。同一个文件导入两次，不会重复。',
  addColleagues: '让同事加入',
  addColleaguesHint: '同事在 /register 注册，等你给他们角色。',
  openUsers: '打开用户',
  noOrders: '还没有订单',
  noOrdersHint: '导入订单后，这里就有数字。运营、管理员、所有者可以导入。',
}
