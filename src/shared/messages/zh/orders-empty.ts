import type { ordersEmpty as english } from '#shared/messages/en/orders-empty.ts'

export const ordersEmpty: typeof english = {
  text: '导入店铺导出的订单文件。重复导入同一文件不会产生重复订单。',
  stopped: '暂未找到',
  stoppedNote: '关键词过于常见，只搜索了部分订单。请补充关键词，或继续搜索。',
  continue: '继续搜索',
}
