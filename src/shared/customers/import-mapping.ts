import type { OrderTable } from '#shared/orders/order-mapping.ts'
import { otherSource } from '#shared/orders/other-source.ts'
import { guessColumns, guessHeadingRow, mappedColumn, mappingShape, type TableRows } from '#shared/table-mapping.ts'
import * as z from 'zod/mini'

/** What a column of a table with customers can be. A name is in one column, or in one for each of its parts. */
export const customerColumns = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'line1',
  'line2',
  'postcode',
  'city',
  'province',
  'country',
  'note',
  'acceptsMarketing',
  'externalId',
] as const
export type CustomerColumn = (typeof customerColumns)[number]

const columns = Object.fromEntries(customerColumns.map((name) => [name, mappedColumn])) as Record<
  CustomerColumn,
  typeof mappedColumn
>

/** How a table is read that no format recognizes. `source` is the system that its customers come from. */
export const customerMapping = z.object({
  headingRow: mappingShape.headingRow,
  source: otherSource,
  columns: z.object(columns).check(
    z.refine(
      ({ name, firstName, lastName, email, phone }) => Boolean(name ?? firstName ?? lastName ?? email ?? phone),
      {
        path: ['name'],
        message: 'required',
      },
    ),
  ),
})
export type CustomerMapping = z.infer<typeof customerMapping>

const words: Readonly<Record<CustomerColumn, RegExp | readonly RegExp[]>> = {
  // A name before what people call themselves in a shop.
  name: [
    /^(customer|buyer|client|contact|full|display)?[ _-]*name$|^(customer|client|kunde|contact)$|^(客户|会员|买家|用户|顾客|联系人|收(货|件)人)?(姓名|名称)$|^(客户|会员|顾客|联系人|收(货|件)人)名?$/i,
    /(昵称|粉丝名称|微信名)$/i,
  ],
  firstName: /^(first|given)[ _-]*name$|^vorname$|^prénom$|^名$/i,
  lastName: /^(last|family|sur)[ _-]*name$|^nachname$|^nom$|^姓$/i,
  email: /e-?mail|邮箱|电子邮件/i,
  phone: /phone|mobile|^tel(efon)?\b|手机|电话/i,
  company: /company|organi[sz]ation|^firma$|公司|单位/i,
  line1: /address[ _]*(line)?[ _]*1?$|street|straße|^(?!.*(邮箱|邮件)).*地址/i,
  line2: /address[ _]*(line)?[ _]*2$|apartment|suite|门牌号/i,
  postcode: /post(al)?[ _-]?code|\bzip\b|^plz$|邮编|邮政编码/i,
  city: /\bcity\b|\btown\b|^ort$|城市|^(收(货|件)人)?市$/i,
  province: /\bstate$|province|region|county|省/i,
  country: /country|^land$|国家/i,
  note: /note|comment|remark|备注|留言/i,
  acceptsMarketing: /marketing|newsletter|subscri|订阅/i,
  externalId:
    /^(customer|client|user|member)?[ _-]*(id|no|number|code|nr|nummer)$|(客户|会员|用户)(编号|号|id)|^open ?id$/i,
}

/** What the headings of a table suggest. */
export function guessCustomerMapping(rows: TableRows): OrderTable['guess'] {
  const headingRow = guessHeadingRow(rows)
  return { headingRow: String(headingRow), source: 'file', columns: guessColumns(rows[headingRow] ?? [], words) }
}
