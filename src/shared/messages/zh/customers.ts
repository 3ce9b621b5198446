import { formatCount } from '#shared/count.ts'
import type { customers as English } from '#shared/messages/en/customers.ts'

const orders = (value: number): string => `${formatCount(value)} 个订单`

/** 客户：订单面板与客户订单列表。 */
export const customers: typeof English = {
  reveal: '显示完整个人信息（将记录）',
  revealed: '已记录您查看了完整个人信息。',
  noOtherOrders: '没有其他订单',
  otherOrders: (value) => `其他 ${formatCount(value)} 个订单`,
  allOrders: (value) => `全部 ${orders(value)}`,
  orders,
  spent: '累计消费',
  credit: { title: '余额', history: '余额明细' },
  orderCount: '订单数',
  firstOrder: '首次下单',
  lastOrder: '最近下单',
  erased: '个人信息已清除',
  erasedReminder: '已应客户要求清除其个人信息，请勿在此重新填写。',
  merged: (numbers) => `含 ${numbers}`,
  more: '客户操作',
  actions: {
    editCustomer: '编辑客户',
    payOutCredit: '余额提现',
    adjustCredit: '调整余额',
    mergeCustomer: '合并客户',
    eraseCustomer: '清除个人信息',
  },
  profile: {
    newTitle: '新建客户',
    newText: '添加尚未下单的客户。姓名、邮箱或电话填写一项即可。',
    create: '添加客户',
    created: (customer) => `已添加客户 ${customer}`,
    editTitle: (customer) => `编辑客户 ${customer}`,
    editText: '已有订单中的姓名和地址不会改变。',
    save: '保存客户',
    saved: (customer) => `已保存客户 ${customer}`,
    note: '备注',
    acceptsMarketing: '邮件营销',
    consents: { '': '未知', 'yes': '已同意', 'no': '未同意' },
    marketing: (consent) => `邮件营销：${consent}`,
    now: (value) => (value === '' ? '有人清空了此项。' : `有人已将此项改为“${value}”。`),
  },
  newOrder: '新建订单',
  merge: {
    title: (customer) => `合并客户 ${customer}`,
    text: '同一个人用不同姓名或邮箱下单时，可合并客户，合并后订单一起显示。合并后无法撤销。',
    other: '另一位客户',
    otherHint: '邮箱、电话或客户编号（CU…）',
    find: '查找客户',
    missing: (text) => `没有客户的编号、邮箱或电话是“${text}”。`,
    same: '这是同一位客户，请填写其他客户。',
    erased: '该客户的个人信息已清除。',
    kept: '保留',
    mergedInto: '并入',
    submit: '合并客户',
    change: '重新选择',
    done: (customer) => `已合并到客户 ${customer}`,
  },
  erase: {
    title: (customer) => `清除客户 ${customer} 的个人信息`,
    text: '应客户要求时使用，清除后无法恢复。',
    replaced: (value) =>
      `将从 ${orders(value)}中清除：姓名、公司、邮箱、电话、街道地址、邮编和买家留言，包括历史记录和导入内容。`,
    deleted: (notes, files) =>
      `将删除员工添加的 ${[notes > 0 ? `${formatCount(notes)} 条备注` : [], files > 0 ? `${formatCount(files)} 个附件` : []].flat().join('和')}。`,
    stays:
      '保留：商品、金额、日期、城市、省份和国家、交易单号、运单号、付款凭证，以及员工填写的原因。此前的备份仍包含这些信息。',
    documents: (value) => `依法保留已开具的 ${formatCount(value)} 张账单和贷项通知单。`,
    unfinished: '请先完成或取消以下订单，并结清款项：',
    hasCredit: '请先将该客户的余额提现或调整：',
    confirmation: (name, customer) => (name === '' ? `输入 ${customer} 以确认` : `输入“${name}”或 ${customer} 以确认`),
    submit: '清除个人信息',
    keep: '不清除',
    done: (customer) => `客户 ${customer} 的个人信息已清除`,
  },
}
