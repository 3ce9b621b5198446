import { call } from '#client/api/call.ts'
import { fillFields, isTyped } from '#client/ui/fill-fields.ts'
import { type Suggest, whenTypingStops } from '#client/ui/use-suggestions.ts'
import { formatDecimal, formatMoney } from '#shared/money.ts'
import type { SoldProduct } from '#shared/orders/products.ts'

/** Suggests products of earlier orders, with their prices in a currency. */
export const suggestProducts = (currency: string): Suggest<SoldProduct> =>
  whenTypingStops(async (text, signal) => {
    const { products } = await call('findProducts', { text: text.trim().slice(0, 200), currency }, { signal })
    return products.map((product) => {
      const { sku, name, unitPriceMinor } = product
      const price = unitPriceMinor === null ? '' : formatMoney(unitPriceMinor, currency)
      return {
        key: JSON.stringify([sku, name]),
        title: name,
        note: [sku, price].filter(Boolean).join(' · '),
        item: product,
      }
    })
  })

/** Fills in what is not typed in the row of an item; then only its quantity is to be typed. `prefix` is the name of the row. */
export function fillItem(product: SoldProduct, currency: string, input: HTMLInputElement, prefix: string): void {
  const { form } = input
  if (!form) return
  const { sku, name, unitPriceMinor, taxRate } = product
  const values = {
    [`${prefix}[name]`]: name,
    [`${prefix}[sku]`]: sku,
    [`${prefix}[unitPrice]`]: unitPriceMinor === null ? '' : formatDecimal(unitPriceMinor, currency),
    [`${prefix}[taxRate]`]: taxRate,
  }
  const open = Object.entries(values).filter(([field]) => field === input.name || !isTyped(form, field))
  fillFields(form, Object.fromEntries(open))
  const quantity = form.elements.namedItem(`${prefix}[quantity]`)
  if (!(quantity instanceof HTMLInputElement)) return
  quantity.focus()
  quantity.select()
}
