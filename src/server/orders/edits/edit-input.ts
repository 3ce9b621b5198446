import { plainLine, plainText } from '#shared/inputs.ts'
import { formatDecimal, parseDecimal } from '#shared/money.ts'
import type { EditOrderInput } from '#shared/orders/edit-inputs.ts'
import { type Fields, type FieldValue, valueOf } from '#shared/orders/fields.ts'
import { formatTaxRate, parseTaxRate } from '#shared/orders/tax-lines.ts'
import type { FieldError, ProblemParameters } from '#shared/problem.ts'

/** An edit as values of fields: only those that differ from the order that the user saw. */
export interface ParsedEdit {
  /** null for `lines.<id>` removes a line. The fields of a line that does not exist yet add it. */
  values: Map<string, FieldValue>
  /** The JSON pointers of lines in the input, by id. */
  pointers: ReadonlyMap<string, string>
  errors: FieldError[]
}

interface Edited {
  /** The order that the user saw. */
  base: Fields
  currency: string
  /** Makes the id of the line that is added at this index; always the same for the same edit. */
  newLineId: (index: number, line: NonNullable<EditOrderInput['addedLines']>[number]) => string
}

/** Reads the input of an edit. Texts and amounts are checked only where they change: imported orders have others, too. */
export function parseEdit(input: EditOrderInput, { base, currency, newLineId }: Edited): ParsedEdit {
  const values = new Map<string, FieldValue>()
  const pointers = new Map<string, string>()
  const errors: FieldError[] = []
  const addError = (pointer: string, reason: string, parameters?: ProblemParameters): void =>
    void errors.push({ pointer, reason, ...(parameters && { parameters }) })

  const setText = (pointer: string, field: string, text: string | undefined): void => {
    if (text === undefined) return
    const value = field === 'note' ? text.replaceAll('\r\n', '\n').trim() : text.trim()
    if (value === toFormText(valueOf(base, field), field === 'note')) return
    if (field !== 'note' && value.length > maxLineLength) addError(pointer, 'too-long', { maximum: maxLineLength })
    else if (!(field === 'note' ? plainText : plainLine).test(value)) addError(pointer, 'control-characters')
    else if (field === 'email' && value !== '' && !/^[^\s@]+@[^\s@]+$/.test(value)) addError(pointer, 'email')
    else values.set(field, value)
  }
  const setAmount = (pointer: string, field: string, text: string | undefined, empty?: number): void => {
    if (text === undefined) return
    const amountMinor = text.trim() === '' ? empty : parseDecimal(text, currency)
    if (amountMinor === undefined || amountMinor < 0)
      addError(pointer, 'amount', { currency, example: formatDecimal(123450, currency) })
    else if (amountMinor !== valueOf(base, field)) values.set(field, amountMinor)
  }

  const setRate = (pointer: string, field: string, rate: string | undefined): void => {
    if (rate === undefined || parseTaxRate(rate) === storedRate(valueOf(base, `${field}.taxRate`))) return
    if (values.has('taxMinor')) addError(`${pointer}/taxRate`, 'tax-and-rate')
    else values.set(`${field}.taxRate`, formatTaxRate(parseTaxRate(rate)))
  }

  for (const name of texts) setText(`/${name}`, name, input[name])
  for (const name of ['shippingAddress', 'billingAddress'] as const)
    for (const [key, text] of Object.entries(input[name] ?? {})) setText(`/${name}/${key}`, `${name}.${key}`, text)
  if (input.sameAddress) copyShippingAddress(base, values)
  setAmount('/shipping', 'shippingMinor', input.shipping, 0)
  setAmount('/tax', 'taxMinor', input.tax, 0)
  for (const [index, { id, quantity, unitPrice, discount, taxRate, remove }] of (input.lines ?? []).entries()) {
    const [pointer, field] = [`/lines/${index}`, `lines.${id}`]
    if (!base.has(`${field}.quantity`)) {
      addError(`${pointer}/id`, 'invalid')
      continue
    }
    pointers.set(id, pointer)
    if (remove) {
      values.set(field, null)
      continue
    }
    if (quantity !== undefined && quantity !== valueOf(base, `${field}.quantity`))
      values.set(`${field}.quantity`, quantity)
    setAmount(`${pointer}/unitPrice`, `${field}.unitPriceMinor`, unitPrice)
    setAmount(`${pointer}/discount`, `${field}.discountMinor`, discount, 0)
    setRate(pointer, field, taxRate)
  }
  for (const [index, line] of (input.addedLines ?? []).entries()) {
    const id = newLineId(index, line)
    pointers.set(id, `/addedLines/${index}`)
    values.set(`lines.${id}.sku`, line.sku ?? '')
    values.set(`lines.${id}.name`, line.name)
    values.set(`lines.${id}.quantity`, line.quantity ?? 1)
    values.set(`lines.${id}.requiresShipping`, line.withoutShipping ? 0 : 1)
    setAmount(`/addedLines/${index}/unitPrice`, `lines.${id}.unitPriceMinor`, line.unitPrice)
    values.set(`lines.${id}.discountMinor`, 0)
    setRate(`/addedLines/${index}`, `lines.${id}`, line.taxRate)
  }
  return { values, pointers, errors }
}

/** Undefined for a rate that is not known. */
const storedRate = (rate: FieldValue): number | undefined =>
  typeof rate === 'string' && rate !== '' ? parseTaxRate(rate) : undefined

const texts = ['customerName', 'email', 'phone', 'note', 'shippingMethod'] as const
const maxLineLength = 200

/** A stored text as a form sends it back if it is not changed: fields of one line drop line breaks. */
function toFormText(value: FieldValue, isMultiline: boolean): string {
  const text = String(value ?? '')
  return (isMultiline ? text.replaceAll(/\r\n?/g, '\n') : text.replaceAll(/[\r\n]/g, '')).trim()
}

function copyShippingAddress(base: Fields, values: Map<string, FieldValue>): void {
  for (const field of base.keys()) {
    if (!field.startsWith('shippingAddress.')) continue
    const copy = field.replace('shipping', 'billing')
    const value = values.get(field) ?? valueOf(base, field)
    if (value === valueOf(base, copy)) values.delete(copy)
    else values.set(copy, value)
  }
}
