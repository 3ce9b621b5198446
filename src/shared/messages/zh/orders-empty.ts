import type { ordersEmpty as english } from '#shared/messages/en/orders-empty.ts'

export const ordersEmpty: typeof english = {
  text: '导入店铺导出的订单文件。重复导入同一文件不会产生重复订单。',
  importOrders: '导入订单',
  stopped: '暂未找到',
  stoppedNote: '关键词过于常见，只搜索了部分订单。请补充关键词，或继续搜索。',
  continue: '继续搜索',
  noNumber: (text) => `没有单号为 ${text} 的订单`,
  similar: '可能输错了一位。以下单号只差一位，或相邻两位颠倒：',
  noOrders: '该客户还没有订单',
}
