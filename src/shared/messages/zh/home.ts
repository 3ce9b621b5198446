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
  figures: '经营数据',

  flowTitles: { day: '每日收支', month: '每月收支', quarter: '每季收支', year: '每年收支' },
  flowLabels: {
    day: '每日收入与支出',
    month: '每月收入与支出',
    quarter: '每季收入与支出',
    year: '每年收入与支出',
  },
  unitNames: { day: '日期', month: '月份', quarter: '季度', year: '年份' },
  units: {
    month: (year, month) => `${year}年${month}月`,
    quarter: (year, quarter) => `${year}年第${quarter}季度`,
    year: (year) => `${year}年`,
  },
  noFlow: '该期间无收支。',
  emptyPeriod: (month) => `该期间没有订单和收支，最近的数据在${month}。`,
  showMonth: (month) => `查看${month}`,
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
  noOrdersHint: '导入订单后显示数据。',
}
