import { formatCount } from '#shared/count.ts'
import type { printDialog as English } from '#shared/messages/en/print-dialog.ts'
import { named } from '#shared/messages/zh/named.ts'

/** 打印对话框与商家信息。 */
export const printDialog: typeof English = {
  title: (orderNumber) => `打印 ${orderNumber}`,
  titleOfList: '打印订单',
  text: '单据在新标签页中打开，每次打印都记录在订单动态中。',
  kind: '单据',
  kinds: { 'packing-slip': '装箱单', 'pick-list': '拣货单', 'invoice': '账单', 'credit-note': '贷项通知单' },
  paper: '纸张',
  papers: { 'a4': 'A4', '80mm': '80 mm 小票' },
  language: '语言',
  orders: (value) => `${formatCount(value)} 个订单`,
  onlyFirst: (limit, count) => `当前视图共 ${count} 个订单，只列出前 ${formatCount(limit)} 个。`,
  printAll: (count) => `打印全部 ${count} 个`,
  none: '没有可打印的订单',
  noneText: '请更改列表的筛选条件，或在列表中选择订单。',
  titleOfAll: (count) => `打印全部 ${count} 个符合条件的订单`,
  textOfAll: (limit) => `在后台打印，每 ${formatCount(limit)} 个订单一份单据。下一步先预览订单数量。`,
  preview: '预览',
  submit: '打开单据',
  missingPermission: '您无权打印',
  seller: {
    title: '销售方信息',
    text: '印在账单和贷项通知单上，已开具的单据不变。',
    named: (name) => named('账单由', name, '开具。'),
    missing: '开具账单和贷项通知单前，需填写销售方信息。',
    add: '填写销售方信息',
    change: '修改',
    name: '名称',
    address: '地址',
    taxId: '税号',
    bank: '付款说明',
    bankHint: '只印在账单上，如收款账户、付款期限。',
    footer: '页脚',
    footerHint: '末尾文字，如公司注册信息。',
    submit: '保存',
    done: '销售方信息已保存',
    missingPermission: '您无权修改设置',
  },
}
