import { isCurrency } from '#shared/currencies.ts'
import { optionalInput } from '#shared/inputs.ts'
import { otherSource } from '#shared/orders/other-source.ts'
import type { TableField } from '#shared/orders/table-fields.ts'
import {
  guessColumns,
  guessHeadingRow,
  guessNotation,
  mappedColumn,
  mappingShape,
  requiredMappedColumn,
  tableRows,
  type TableRows,
} from '#shared/table-mapping.ts'
import * as z from 'zod/mini'

/** The columns without which a table has no orders. */
const neededFields = ['number', 'placedAt', 'itemName'] as const satisfies readonly TableField[]

/** The other columns that a mapping can name, in the order in which the form asks for them: the first ones are of the items. */
const otherFields = [
  'sku',
  'quantity',
  'unitPrice',
  'itemTotal',
  'itemTaxRate',
  'itemTax',
  'itemDiscount',
  'itemShippingPrice',
  'discount',
  'shipping',
  'tax',
  'total',
  'currency',
  'status',
  'customerName',
  'email',
  'phone',
  'shippingName',
  'shippingLine1',
  'shippingCity',
  'shippingProvince',
  'shippingPostcode',
  'shippingCountry',
  'note',
  'paidAt',
  'shippedAt',
  'paymentMethod',
  'paymentReference',
  'subsidy',
  'refunded',
] as const satisfies readonly TableField[]

export const mappedFields = [...neededFields, ...otherFields] as const
export type MappedField = (typeof mappedFields)[number]

/** What is assumed of orders whose table does not say it. */
export const assumedStatuses = ['unpaid', 'paid', 'shipped'] as const

const columnsOf = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/**
 * How a table is read that no format recognizes, with a row for each item. `source` is the system that its orders come from, `currency` that of amounts
 * without a column for it. Prices are in a column for each piece or for the row.
 */
export const orderMapping = z.object({
  ...mappingShape,
  source: otherSource,
  currency: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
  assumedStatus: z.enum(assumedStatuses),
  columns: z
    .object({ ...columnsOf(neededFields, requiredMappedColumn), ...columnsOf(otherFields, mappedColumn) })
    .check(
      z.refine(({ unitPrice, itemTotal }) => Boolean(unitPrice ?? itemTotal), {
        path: ['unitPrice'],
        message: 'required',
      }),
    ),
})
export type OrderMapping = z.infer<typeof orderMapping>

/** The first rows of a table that no format recognizes, and how it may be meant. */
export const orderTable = z.object({
  rows: tableRows,
  guess: z.object({
    headingRow: z.string(),
    /** Missing for tables whose days and amounts are not read. */
    dayOrder: z.optional(z.string()),
    decimalMark: z.optional(z.string()),
    source: z.optional(z.string()),
    currency: z.optional(z.string()),
    assumedStatus: z.optional(z.string()),
    columns: z.record(z.string(), z.optional(z.string())),
  }),
})
export type OrderTable = z.infer<typeof orderTable>

const words: Readonly<Record<MappedField, RegExp | readonly RegExp[]>> = {
  number:
    /^(order|sales?|sales order|invoice|bestell|pedido|commande)?[ _-]*(no|nr|number|id|nummer|name|#)\b|^order$|^order #|订单(编)?号|订单 ?id$|^单号/i,
  placedAt:
    /^(order(ed)?|placed|created|purchase|sale)?[ _-]*(date|at|on|time)\b|^(placed|ordered|created) ?\(utc\)|datum|fecha|下单(时间|日期)|订单(创建)?(时间|日期)|^(创建|成交)(时间|日期)|^日期|^时间/i,
  itemName:
    /(item|product|article|line ?item)[ _-]*(name|title|description)?$|^title$|^artikel|(商品|宝贝)(名称|标题)?$|产品(名称)?$|品名|货品/i,
  sku: /\bsku\b|(item|product|article)[ _-]*(no|code|number)|artikelnummer|商品编码|货号|规格编码/i,
  quantity: /^(item |lineitem )?(qty|quantity|menge|anzahl|pieces|units)|数量|件数/i,
  // Amazon calls the amount of all pieces `item-price`.
  unitPrice:
    /(unit|item|each|piece)[ _-]*(price|cost)(?<!^item-price)|^price\b|^(einzel|stück)?preis|单价|售价|京东价|^价格/i,
  itemTotal: /(item|line|row)[ _-]*(total|amount)|^item-price$|zeilensumme|商品(总额|总价|小计|金额)|应付货款|^小计/i,
  itemTaxRate: /(tax|vat|gst|mwst)[ _-]*(rate|%|satz|percent)|税率/i,
  itemTax: /(item|line|row)[ _-]*(tax|vat)|商品税额|行税额/i,
  // Amazon has the discounts and the shipping of each row.
  itemDiscount: /(item|line|row)[ _-]*(promotion[ _-]*)?discount|行优惠/i,
  itemShippingPrice:
    /(item|line|row)[ _-]*(shipping|delivery)([ _-]*(cost|price|amount|fee))?$|^shipping-price$|行运费/i,
  discount: /^(?!.*(item|line|row)[ _-]*(promotion[ _-]*)?discount|ship\b|行).*(discount|rabatt|优惠|折扣)/i,
  shipping:
    /^(?!shipping-price$)(order )?(shipping|delivery|freight|postage)([ _-]*(cost|price|amount|fee|total|paid by customer))?$|versandkosten|(?<!行)(运费|邮费)/i,
  tax: /^(sales |total )?(tax|vat|gst|mwst|taxes)\b(?![ _-]*\(?(rate|%|satz|percent))|税(额|费)?$/i,
  // What was paid for the order, before sums of its items.
  total: [
    /^(order|grand|invoice)[ _-]*(total|amount|value)|^total|gesamt(betrag|summe)?|^summe$|实付|实收|实际(支付|收款)金额/i,
    /订单(应付|总)?金额|^(支付|付款)金额|订单总(额|价)/i,
    /合计|^总(额|价|金额)/i,
  ],
  currency: /currency|währung|moneda|币种|货币/i,
  status: /status|state of order|状态/i,
  customerName:
    /^(customer|buyer|client|billing)?[ _-]*(full )?name$|^(customer|buyer|client|kunde|käufer)$|买家(姓名|昵称)?$|客户(名称|姓名)?$/i,
  email: /e-?mail|邮箱|电子邮件/i,
  phone: /phone|mobile|tel(efon)?\b|手机|电话/i,
  shippingName:
    /^(ship(ping)?[ _-]*(to)?|recipient|delivery)[ _-]*name|^recipient|^ship to$|收(货|件)人(姓名)?$|^联系人$/i,
  shippingLine1: /address( 1| line 1)?$|street|straße|^(?!.*(邮箱|邮件)).*地址/i,
  shippingCity: /city|town|^ort$|城市|^((收(货|件)人)?市)$/i,
  shippingProvince: /state$|province|region|county|省/i,
  shippingPostcode: /post(al)?[ _-]?code|zip|plz|邮编|邮政编码/i,
  shippingCountry: /country|land$|国家/i,
  note: /note|comment|message|remark|备注|留言/i,
  paidAt: /(paid|payment)[ _-]*(at|on|date|time)|date paid|(付款|支付)(时间|日期)/i,
  // `Shipped` may also be how many pieces were.
  shippedAt: [
    /(shipped|dispatch(ed)?|fulfilled)[ _-]*(at|on|date|time|\(utc\))$|date shipped|发货(时间|日期)/i,
    /(shipped|dispatch(ed)?|fulfilled)$/i,
  ],
  paymentMethod: /pay(ment)?[ _-]*(method|type|provider)|zahlungsart|(支付|付款)方式/i,
  paymentReference: /transaction|payment[ _-]*(id|reference)|(支付|交易)(流水|单)号/i,
  subsidy: /subsid|补贴/i,
  refunded: /refund|erstattet|退款金额|已退款/i,
}

/** What the headings of a table suggest; `file` names its source. */
export function guessOrderMapping(rows: TableRows): OrderTable['guess'] {
  const headingRow = guessHeadingRow(rows)
  const columns = guessColumns(rows[headingRow] ?? [], words)
  const amountColumn = columns.unitPrice ?? columns.itemTotal ?? columns.total
  const notation = guessNotation(rows.slice(headingRow + 1), columns.placedAt, amountColumn)
  return { headingRow: String(headingRow), ...notation, source: 'file', columns }
}
