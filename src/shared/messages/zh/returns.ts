import { formatCount } from '#shared/count.ts'
import type { returns as English } from '#shared/messages/en/returns.ts'

export const returns: typeof English = {
  title: '退货',
  summary: (returnNumber, items) => `${returnNumber} · ${formatCount(items)} 件 · 申请于`,
  line: (quantity, name) => `${formatCount(quantity)} × ${name}`,
  received: (quantity, condition, restock) =>
    ` · 收到 ${formatCount(quantity)} 件${condition}${restock ? '，已入库' : ''}`,
  conditions: { new: '全新', used: '用过', damaged: '损坏', missing: '缺失' },
  closedBecause: (reason) => `已关闭：${reason}`,
  actionsOf: (returnNumber) => `${returnNumber} 的操作`,
  refund: '为这些商品退款…',
  actions: {
    approveReturn: '同意',
    rejectReturn: '拒绝…',
    receiveReturn: '收货…',
    completeReturn: '完成',
    cancelReturn: '取消退货…',
  },
  done: {
    approveReturn: (returnNumber) => `已同意 ${returnNumber}。`,
    completeReturn: (returnNumber) => `${returnNumber} 已完成。`,
  },
  request: {
    title: (orderNumber) => `为 ${orderNumber} 发起退货`,
    text: '填写客户要退的商品和原因。',
    items: '退货商品',
    approve: '立即同意',
    approveHint: '不勾选则等待审批。',
    submit: '发起退货',
    done: (orderNumber) => `${orderNumber} 已发起退货。`,
  },
  receive: {
    title: (returnNumber) => `${returnNumber} 收货`,
    text: '填写收到的数量和成色，未到的填 0。',
    quantity: (awaited) => `数量，共 ${formatCount(awaited)} 件`,
    condition: '成色',
    restock: '重新入库',
    submit: '收货',
    done: (returnNumber) => `${returnNumber} 已收货。`,
  },
  close: {
    keep: '保留退货',
    rejectReturn: {
      title: (returnNumber) => `拒绝退货 ${returnNumber}？`,
      text: '商品由客户保留。',
      submit: '拒绝退货',
      done: (returnNumber) => `已拒绝 ${returnNumber}。`,
    },
    cancelReturn: {
      title: (returnNumber) => `取消退货 ${returnNumber}？`,
      text: '客户不再退回商品。',
      submit: '取消退货',
      done: (returnNumber) => `${returnNumber} 已取消。`,
    },
  },
}
