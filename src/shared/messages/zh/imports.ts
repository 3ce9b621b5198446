import { named } from '#shared/messages/zh/named.ts'
import { csvRecordMaxLength } from '#shared/constants.ts'
import { formatCount } from '#shared/count.ts'
import type { imports as importsInEnglish } from '#shared/messages/en/imports.ts'
import type { ImportFormat } from '#shared/orders/import-formats.ts'
import { formatMessage } from '#shared/problem.ts'

type Imports = typeof importsInEnglish

const formatNames: Readonly<Record<ImportFormat, string>> = {
  'shopify': 'Shopify',
  'woocommerce': 'WooCommerce',
  'woocommerce-advanced': 'Advanced Order Export for WooCommerce',
  'youzan': '有赞',
  'wechat-shop': '微信小店',
}

const again = '请从店铺重新导出订单，格式选择 CSV。'

const file: Imports['file'] = {
  'empty': `文件是空的。${again}`,
  'spreadsheet': '这是旧版或加密的电子表格，或压缩包。取消密码后另存为 XLSX 或 CSV UTF-8，或先解压。',
  'compressed': '文件已压缩，请先解压。',
  'pdf': `这是 PDF，不是 CSV 文件。${again}`,
  'picture': `这是图片，不是 CSV 文件。${again}`,
  'page': '这是网页，不是 CSV 文件。请登录店铺，重新下载导出文件。',
  'binary': '这不是文本文件。请另存为 CSV UTF-8。',
  'encoding': ({ encoding, line }) => `第 ${line} 行不是有效的 ${encoding}。另存为 CSV UTF-8，或指定文件编码。`,
  'unknown-encoding': ({ encoding }) => `不支持编码 ${encoding}。另存为 CSV UTF-8。`,
  'columns': ({ format, columns }) =>
    `${named('这像是', formatNames[format as ImportFormat], '的订单导出文件')}，但缺少列 ${columns}。导出时包含全部列，或指定此文件各列的含义。`,
  'unknown-format': `无法识别文件的格式。可识别 ${Object.values(formatNames).join('、')}的订单导出文件；其他文件请指定各列的含义。`,
  'workbook': '无法读取该工作簿。重新另存为 XLSX 或 CSV UTF-8。',
  'sheets': '工作簿有多张相同表头的工作表。请将每张工作表分别另存为文件，或删除不需导入的工作表。',
  'columns-twice': ({ columns }) => `列名重复：${columns}。删除重复的列。`,
}

const interrupted: Imports['interrupted'] = (imported) =>
  `已导入 ${formatCount(imported)} 单并保留。重新导入同一文件即可继续。`

const refused: Imports['refused'] = {
  atLine: (line, reason) => `第 ${formatCount(line)} 行：${reason}`,
  quotes: '引号位置错误。字段内的引号需写两次。',
  length: `该行超过 ${formatCount(csvRecordMaxLength)} 个字符，请缩短过长的字段。`,
  lengthOrQuotes: `该行超过 ${formatCount(csvRecordMaxLength)} 个字符：请缩短过长的字段，或检查引号是否成对（字段内的引号需写两次）。`,
  columns: (found, expected) => `该行有 ${found} 个字段，表头有 ${expected} 个。`,
  missingName: (column) => `${column} 为空，无法确定所属订单。`,
  again: (name, line) => `${name} 已在文件第 ${formatCount(line)} 行出现。同一订单的各行应相连。`,
  duplicateId: (id, line) => `Id ${id} 与第 ${formatCount(line)} 行的订单重复。`,
  rounded: (column, value) =>
    `${column}“${value}”被电子表格软件舍入。请导入原始文件，或将该列设为文本格式后填写完整号码。`,
  tooManyRows: (most) => `该订单超过 ${formatCount(most)} 行。`,
  tooManyRejected: (most) => `已有 ${formatCount(most)} 单失败，已停止读取。请修改后重新导入。`,
  empty: (column) => `${column} 为空。`,
  totals: '这是合计行，不是订单，已略过。',
  controlCharacters: (column) => `${column} 含有控制字符。`,
  tooLong: (column, length, most) => `${column} 有 ${formatCount(length)} 个字符，上限 ${formatCount(most)} 个。`,
  amount: (column, value, currency, example) => `${column}“${value}”不是有效的 ${currency} 金额，格式如 ${example}。`,
  otherCurrency: (column, value, other, currency) =>
    `${column}“${value}”带有 ${other} 的符号，订单币种为 ${currency}。`,
  negative: (column, value) => `${column}“${value}”为负数。`,
  tooLarge: (column, value) => `${column}“${value}”金额过大。`,
  lineTooLarge: (line) => `第 ${formatCount(line)} 种商品的金额过大。`,
  linesTooLarge: '商品金额合计过大。',
  taxRate: (column, value) => `${column}“${value}”不是有效的百分比税率，格式如 13 或 8.875。`,
  quantity: (column, value) => `${column}“${value}”应为 1 到 1,000,000 的整数。`,
  currency: (column, value) => `${column}“${value}”不是币种代码。`,
  time: (column, value) => `${column}“${value}”不是有效的日期时间，格式如 2026-03-14 09:30:00 +0800。`,
  localTime: (column, value) =>
    `${column}“${value}”不是有效的日期时间，格式如 2026-03-14 09:30:00 或 2026-03-14 09:30:00 +0800。`,
  subsidyAbove: (subsidy, captured) => `渠道补贴 ${subsidy} 大于已付金额 ${captured}。`,
  refundedAbove: (refunded, captured) => `退款 ${refunded} 大于已付金额 ${captured}。`,
  sum: ({ items, discount, shipping, fees, tax, total }) =>
    `商品 ${items} − 优惠 ${discount} + 运费 ${shipping} + 附加费 ${fees} + 税 ${tax} 与总额 ${total} 不符。`,
  discountAbove: (discount, items) => `优惠 ${discount} 大于商品金额 ${items}。`,
  partlyShippedOrder: '订单部分发货，但文件未注明已发货的商品。',
  isDraft: (column, value) => `${column} 为“${value}”，买家尚未下单。`,
  choice: (column, value, values) => `${column}“${value}”应为其中之一：${values}。`,
  contradiction: (column, one, other, line) =>
    `${column} 此处为“${other}”，同一订单第 ${formatCount(line)} 行为“${one}”。`,
  lineDiscount: (line, discount, worth) =>
    `第 ${formatCount(line)} 种商品的 Lineitem discount ${discount} 大于商品金额 ${worth}。`,
  discount: (discount, lines) => `Discount Amount 为 ${discount}，商品优惠合计为 ${lines}。`,
  subtotal: ({ made, discount, subtotal }) =>
    `商品合计 ${made}，Discount Amount 为 ${discount}，Subtotal 为 ${subtotal}，不一致。`,
  total: ({ subtotal, shipping, taxes, made, total, more }) =>
    `Subtotal ${subtotal} + Shipping ${shipping} + Taxes ${taxes} = ${made}，Total 为 ${total}，不一致。${more === undefined ? '' : `如多出的 ${more} 为小费，请添加“Tip”列并填入。`}`,
  inconsistent: '订单的金额或数量不一致。',
  ledgerFull: (currency) => `${currency} 账目合计将超出上限。`,
  taxesAboveTotal: (taxes, total) => `Taxes ${taxes} 大于 Total ${total}。`,
  refundAbove: (refunded, captured) => `Refunded Amount ${refunded} 大于已付金额 ${captured}。`,
  refundContradicts: (status, refunded, captured) =>
    `Financial Status 为 ${status}，但已付 ${captured}，Refunded Amount 为 ${refunded}。`,
  outstanding: (status, outstanding, total) =>
    `Financial Status 为 ${status}，但 Total 为 ${total}，Outstanding Balance 为 ${outstanding}。`,
  outstandingMissing: 'Financial Status 为 partially_paid，但 Outstanding Balance 为空，无法得知已付金额。',
  paidAtMissing: (status) => `Financial Status 为 ${status}，但 Paid at 为空。`,
  partlyShipped: (name) => `“${name}”部分发货，但文件未注明数量。`,
  customer: {
    unnamed: '该行没有姓名、邮箱和电话。',
    totals: '这是合计行，不是客户，已略过。',
    incomplete: '该行没有姓名，邮箱或电话也不完整。',
    email: (column, value) => `${column}“${value}”不是邮箱地址。`,
    again: (line, by) =>
      `与第 ${formatCount(line)} 行的${{ id: '客户 ID ', email: '邮箱', phone: '电话', name: '姓名等信息' }[by]}相同。`,
    reasons: {
      'email-of-other': (number) => `邮箱属于客户 ${number}。请更正，或合并两位客户。`,
      'phone-of-other': (number) => `电话属于客户 ${number}，邮箱属于另一位客户。请更正，或合并两位客户。`,
      'same-customer': (number) => `文件中有两行是客户 ${number}。`,
      'merged': (number) => `该客户已合并到客户 ${number}，文件中有新的内容。如需采用，请修改客户 ${number}。`,
      'erased': (number) => `客户 ${number} 的个人信息已清除。`,
    },
  },
  nothingShipped: 'Fulfillment Status 为 partial，但没有商品已发货。',
  differs: (orderNumber, differences, more) =>
    `已导入为 ${orderNumber}，内容不同：${differences.join('；')}${more > 0 ? `；另有 ${formatCount(more)} 处` : ''}。`,
  notUpdated: (orderNumber, reason) => `${orderNumber} 未更新：${reason}`,
  updates: {
    'currency-changed': '店铺中的币种已改变。',
    'cancelled-here': '订单在系统中已取消，但店铺中的商品、金额或发货有变化。',
    'below-done': ({ minimum }) => `系统中有商品已发货或退款 ${minimum} 件，多于店铺中的数量。`,
    'in-documents': '店铺中删除的商品在系统中已发货或退款。',
    'above-price': '与系统中的修改合并后，优惠会高于价格。',
    'above-total': '与系统中的修改合并后，税额会高于总额。',
    'total-below-refunded': ({ amount }) => `系统中已退款 ${amount}，高于新的总额。`,
    'empty-list': '与系统中的修改合并后，订单没有商品。',
  },
}

const changes: Imports['changes'] = {
  item: '商品',
  fields: {
    discountCode: '优惠码',
    taxesIncluded: '价格含税',
    taxLines: '税目',
    taxRate: '税率（%）',
    authorizedMinor: '已授权',
    capturedMinor: '已付',
    refundedMinor: '已退',
    cancelled: '已取消',
    externalNumber: '店铺单号',
    placedAt: '下单时间',
    provider: '支付方式',
    reference: '交易单号',
    shippedQuantity: '已发货',
    requiresShipping: '需要发货',
  },
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
  taxRate: '税率',
  discountMinor: '优惠',
  company: '公司',
  line1: '地址第一行',
  line2: '地址第二行',
  city: '城市',
  province: '省份',
  postcode: '邮编',
  country: '国家',
}

const differences: Imports['differences'] = {
  field: (path, line) => {
    const field = fields[path.at(-1) ?? ''] ?? path.join(' ')
    const whole = path.length === 2 ? fields[path[0] ?? ''] : undefined
    return (line === undefined ? '' : `第 ${formatCount(line)} 种商品的 `) + (whole ? `${whole}的` : '') + field
  },
  one: (field, known, given) => `${field} 系统中为 ${known}，文件中为 ${given}`,
  nothing: '空',
  yes: '是',
  no: '否',
}

type Counts = Parameters<Imports['command']['done']>[0]
type Changed = Parameters<Imports['command']['updated']>[0]

const describeChanges = ({ changes: changed, kept }: Changed): string =>
  [
    ...changed.map(({ label, kontor, shop }) => `${label} ${kontor} → ${shop}`),
    ...kept.map(({ label, kontor, shop }) => `${label} 保留 ${kontor}（店铺：${shop}）`),
  ].join('；')

const countUpdated = ({ updated }: Counts): string => (updated > 0 ? `，更新 ${formatCount(updated)}` : '')

const command: Imports['command'] = {
  done: (counts) =>
    `读取 ${formatCount(counts.read)} 单：新建 ${formatCount(counts.created)}${countUpdated(counts)}，无变化 ${formatCount(counts.unchanged)}，失败 ${formatCount(counts.refused)}。`,
  checked: (counts) =>
    `读取 ${formatCount(counts.read)} 单：可新建 ${formatCount(counts.created)}${countUpdated(counts)}，无变化 ${formatCount(counts.unchanged)}，失败 ${formatCount(counts.refused)}。没有保存任何数据。`,
  refused: (line, order, reason) => `第 ${line} 行${order && `，${order}`}：${reason}`,
  updated: (order) => `第 ${order.line} 行，${order.order}：${order.number} 已更新：${describeChanges(order)}`,
  wouldUpdate: (order) => `第 ${order.line} 行，${order.order}：${order.number} 可更新：${describeChanges(order)}`,
  customers: (counts, isPreview) =>
    `共读取 ${formatCount(counts.read)} 位客户：新建 ${formatCount(counts.created)}，更新 ${formatCount(counts.updated)}，无变化 ${formatCount(counts.unchanged)}，失败 ${formatCount(counts.refused)}。${isPreview ? '没有保存任何数据。' : ''}`,
  customersInterrupted: (imported) =>
    `导入中断。已导入 ${formatCount(imported)} 位客户并保留，重新导入同一文件即可继续。`,
  guessedEncoding: '文件编码为推测（Windows-1252）。若带重音符号的名称有误，请用 --encoding 指定编码。',
  noFile: (path) => `无法读取文件 ${path}。`,
  currency: (currency) => `“${currency}”不是币种代码，代码如 CNY。`,
  currencyMissing: '文件没有注明币种。加上 --currency 和币种代码，如 CNY。',
  format: (format, formats) => `不支持格式 ${format}，可用格式：${formats}。`,
}

const whole: Imports['whole'] = (parameters) => {
  const sentences: Record<string, Imports['file'][keyof Imports['file']]> = file
  return formatMessage(sentences[String(parameters['why'])] ?? file.binary, parameters)
}

const wholeOfCustomers: Imports['wholeOfCustomers'] = (parameters) =>
  parameters['why'] === 'empty'
    ? '文件为空。请重新以 CSV 格式导出客户。'
    : parameters['why'] === 'unknown-format'
      ? '无法识别文件的格式。可识别 Shopify、WooCommerce、有赞的客户导出文件；其他文件请指定各列的含义。'
      : whole(parameters)

export const imports: Imports = { file, whole, wholeOfCustomers, interrupted, refused, changes, differences, command }
