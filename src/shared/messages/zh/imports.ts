import { formatCount } from '#shared/count.ts'
import type { imports as importsInEnglish } from '#shared/messages/en/imports.ts'
import { formatMessage } from '#shared/problem.ts'

type Imports = typeof importsInEnglish

const again = '从店铺重新导出订单，格式选 CSV。'

const file: Imports['file'] = {
  'empty': `文件是空的。${again}`,
  'spreadsheet': '这是电子表格或压缩包，不是 CSV 文件。另存为 CSV UTF-8，或先解压。',
  'compressed': '文件是压缩过的，先解压。',
  'pdf': `这是 PDF，不是 CSV 文件。${again}`,
  'picture': `这是图片，不是 CSV 文件。${again}`,
  'page': '这是网页，不是 CSV 文件。登录店铺，重新下载导出文件。',
  'binary': '这不是文本文件。另存为 CSV UTF-8。',
  'encoding': ({ encoding, line }) => `第 ${line} 行不是 ${encoding}。另存为 CSV UTF-8，或说明文件的编码。`,
  'unknown-encoding': ({ encoding }) => `不认识编码 ${encoding}。另存为 CSV UTF-8。`,
  'columns': ({ columns }) => `这不是 Shopify 的订单导出文件，缺少列 ${columns}。导出全部列即可。`,
  'columns-twice': ({ columns }) => `这些列出现了两次：${columns}。各删去一列。`,
}

const interrupted: Imports['interrupted'] = (imported) =>
  `已写入 ${formatCount(imported)} 单，会保留。再读同一文件，只补上缺少的订单。`

const refused: Imports['refused'] = {
  atLine: (line, reason) => `第 ${formatCount(line)} 行：${reason}`,
  quotes: '引号的位置不对。引号内的引号要写两次。',
  columns: (found, expected) => `这一行有 ${found} 个字段，首行有 ${expected} 个。`,
  missingName: 'Name 为空，不知道这一行属于哪一单。',
  again: (name, line) => `${name} 在文件中已从第 ${formatCount(line)} 行开始出现。同一订单的各行要相连。`,
  duplicateId: (id, line) => `第 ${formatCount(line)} 行的订单有同样的 Id ${id}。`,
  idShortened: (id) => `Id“${id}”的数字被电子表格截去了。导入店铺给出的原文件即可。`,
  tooManyRows: (most) => `一单超过 ${formatCount(most)} 行。`,
  tooManyRefusals: (most) => `在此之前已有 ${formatCount(most)} 笔订单被拒绝：文件未再往下读取。请先查看原因。`,
  empty: (column) => `${column} 为空。`,
  controlCharacters: (column) => `${column} 含有控制字符。`,
  tooLong: (column, length, most) => `${column} 有 ${formatCount(length)} 个字符，最多保存 ${formatCount(most)} 个。`,
  amount: (column, value, currency, example) =>
    `${column}“${value}”不是 ${currency} 的金额。写成 ${example} 这样，小数位与币种一致，不加分隔符。`,
  negative: (column, value) => `${column}“${value}”小于零。`,
  tooLarge: (column, value) => `${column}“${value}”超出订单可能的金额。`,
  lineTooLarge: (line) => `订单第 ${formatCount(line)} 件商品的金额超出可能的范围。`,
  linesTooLarge: '商品金额之和超出可能的范围。',
  quantity: (column, value) => `${column}“${value}”不是 1 到 1,000,000 的整数。`,
  currency: (column, value) => `${column}“${value}”不是币种。`,
  time: (column, value) => `${column}“${value}”不是存在的时间，写法如 2026-03-14 09:30:00 +0800。`,
  choice: (column, value, values) => `${column}“${value}”不在 ${values} 之中。`,
  contradiction: (column, one, other, line) =>
    `${column} 在这里是“${other}”，在同一订单的第 ${formatCount(line)} 行是“${one}”。`,
  lineDiscount: (line, discount, worth) =>
    `第 ${formatCount(line)} 件商品的 Lineitem discount ${discount} 高于它的金额 ${worth}。`,
  discount: (discount, lines) => `Discount Amount 是 ${discount}，各商品共减 ${lines}。`,
  subtotal: ({ made, discount, subtotal }) =>
    `商品合计 ${made}，Discount Amount 是 ${discount}，Subtotal 是 ${subtotal}。`,
  total: ({ subtotal, shipping, taxes, made, total }) =>
    `Subtotal ${subtotal} + Shipping ${shipping} + Taxes ${taxes} 合计 ${made}，Total 是 ${total}。`,
  inconsistent: '订单的金额或数量互相矛盾。',
  ledgerFull: (currency) => `${currency} 账目的合计会超出能精确保存的范围。`,
  taxesAboveTotal: (taxes, total) => `Taxes ${taxes} 高于 Total ${total}。`,
  refundAbove: (refunded, captured) => `Refunded Amount ${refunded} 高于已付的 ${captured}。`,
  refundContradicts: (status, refunded, captured) =>
    `Financial Status 是 ${status}，但已付 ${captured}，Refunded Amount 是 ${refunded}。`,
  outstanding: (status, outstanding, total) =>
    `Financial Status 是 ${status}，但 Total 是 ${total}，Outstanding Balance 是 ${outstanding}。`,
  outstandingMissing: 'Financial Status 是 partially_paid，没有 Outstanding Balance 就不知道付了多少。',
  paidAtMissing: (status) => `Financial Status 是 ${status}，但 Paid at 为空。`,
  partlyShipped: (name) => `“${name}”只发了一部分，文件没有写明数量。`,
  nothingShipped: 'Fulfillment Status 是 partial，但没有一件商品已发货。',
  differs: (orderNumber, differences, more) =>
    `已有订单 ${orderNumber}，内容不同：${differences.join('；')}${more > 0 ? `；另有 ${formatCount(more)} 处` : ''}。`,
}

const fields: Record<string, string> = {
  externalNumber: 'Name',
  status: '状态',
  currency: 'Currency',
  subtotalMinor: 'Subtotal',
  shippingMinor: 'Shipping',
  taxMinor: 'Taxes',
  taxesIncluded: '价格含税',
  totalMinor: 'Total',
  authorizedMinor: '已授权',
  placedAt: 'Created at',
  cancelledAt: 'Cancelled at',
  customerName: '客户',
  email: 'Email',
  phone: 'Phone',
  note: 'Notes',
  shippingMethod: 'Shipping Method',
  discountCode: 'Discount Code',
  shippingAddress: '收货地址',
  billingAddress: '账单地址',
  provider: 'Payment Method',
  reference: 'Payment Reference',
  capturedMinor: '已付',
  capturedAt: 'Paid at',
  amountMinor: 'Refunded Amount',
  refundedAt: '退款时间',
  shippedAt: 'Fulfilled at',
  sku: 'Lineitem sku',
  name: '名称',
  quantity: 'Lineitem quantity',
  shippedQuantity: '已发数量',
  requiresShipping: 'Lineitem requires shipping',
  unitPriceMinor: 'Lineitem price',
  discountMinor: '折扣',
  company: '公司',
  line1: '街道',
  line2: '第二行',
  city: '城市',
  province: '省份',
  postcode: '邮编',
  country: '国家',
}

const differences: Imports['differences'] = {
  field: (path, line) => {
    const field = fields[path.at(-1) ?? ''] ?? path.join(' ')
    const whole = path.length === 2 ? fields[path[0] ?? ''] : undefined
    return (line === undefined ? '' : `第 ${formatCount(line)} 件商品的 `) + (whole ? `${whole}的` : '') + field
  },
  one: (field, known, given) => `${field} 这里是 ${known}，文件是 ${given}`,
  nothing: '空',
  yes: '是',
  no: '否',
}

const command: Imports['command'] = {
  done: (counts) =>
    `读取 ${formatCount(counts.read)} 单：新建 ${formatCount(counts.created)}，未变 ${formatCount(counts.unchanged)}，拒绝 ${formatCount(counts.refused)}。`,
  checked: (counts) =>
    `读取 ${formatCount(counts.read)} 单：可新建 ${formatCount(counts.created)}，未变 ${formatCount(counts.unchanged)}，拒绝 ${formatCount(counts.refused)}。没有写入任何内容。`,
  refused: (line, order, reason) => `第 ${line} 行${order && `，${order}`}：${reason}`,
  noFile: (path) => `没有可读的文件 ${path}。`,
  format: (format, formats) => `不认识格式 ${format}，可用 ${formats}。`,
}

const whole: Imports['whole'] = (parameters) => {
  const sentences: Record<string, Imports['file'][keyof Imports['file']]> = file
  return formatMessage(sentences[String(parameters['why'])] ?? file.binary, parameters)
}

export const imports: Imports = { file, whole, interrupted, refused, differences, command }
